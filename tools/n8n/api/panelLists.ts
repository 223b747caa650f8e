import { name as packageName } from '../../../package.json';
import { referTo, type Credential } from './credentials';
import type { Session } from './session';

const ACTION = { name: `${packageName}.workspaceTaskService`, version: 1 };
const TRIGGER = { name: `${packageName}.workspaceTaskServiceTrigger`, version: 1 };

/** The route of each list, and what the request contains. */
const LISTS = {
	boards: {
		route: 'resource-locator-results',
		of: { nodeTypeAndVersion: ACTION, path: 'parameters.boardId', methodName: 'searchBoards' },
	},
	workspaces: {
		route: 'resource-locator-results',
		of: {
			nodeTypeAndVersion: ACTION,
			path: 'parameters.workspaceId',
			methodName: 'searchWorkspaces',
		},
	},
	'boards of the trigger': {
		route: 'options',
		of: {
			nodeTypeAndVersion: TRIGGER,
			path: 'parameters.boards',
			methodName: 'getBoards',
		},
	},
};

type PanelList = keyof typeof LISTS;

/**
 * What the editor requests when a user opens or filters a list.
 * @param currentNodeParameters n8n provides no credential without `authentication`
 * @param more a `filter`, or the `paginationToken` of the page before
 */
export async function panelList(
	{ rest }: Session,
	list: PanelList,
	credential: Credential,
	currentNodeParameters: object,
	more: { filter?: string; paginationToken?: string } = {},
): Promise<unknown> {
	const { route, of } = LISTS[list];
	const credentials = referTo(credential);
	const body = { ...of, currentNodeParameters, credentials, ...more };
	return await rest('POST', `/rest/dynamic-node-parameters/${route}`, body);
}
