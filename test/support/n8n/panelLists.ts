import { ACTION_TYPE, TRIGGER_TYPE } from '../../../tools/n8n/workflow';
import { referTo, type Credential } from '../../../tools/n8n/api/credentials';
import type { Session } from '../../../tools/n8n/api/session';

const ACTION = { name: ACTION_TYPE, version: 1 };
const TRIGGER = { name: TRIGGER_TYPE, version: 1.1 };

/** The route, node, field and method of each list. */
const LISTS = {
	boards: ['resource-locator-results', ACTION, 'boardId', 'searchBoards'],
	workspaces: ['resource-locator-results', ACTION, 'workspaceId', 'searchWorkspaces'],
	'boards of the trigger': ['options', TRIGGER, 'boards', 'getBoards'],
} as const;

/**
 * What the editor requests when a user opens or filters a list.
 * @param currentNodeParameters n8n provides no credential without `authentication`
 * @param more a `filter`, or the `paginationToken` of the page before
 */
export async function panelList(
	{ rest }: Session,
	list: keyof typeof LISTS,
	credential: Credential,
	currentNodeParameters: object,
	more: { filter?: string; paginationToken?: string } = {},
): Promise<unknown> {
	const [route, nodeTypeAndVersion, field, methodName] = LISTS[list];
	const credentials = referTo(credential);
	const of = { nodeTypeAndVersion, path: `parameters.${field}`, methodName };
	const body = { ...of, currentNodeParameters, credentials, ...more };
	return await rest('POST', `/rest/dynamic-node-parameters/${route}`, body);
}
