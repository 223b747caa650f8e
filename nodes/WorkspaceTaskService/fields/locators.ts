import type { INodeProperties } from 'n8n-workflow';

import { isFilledTextOrNumber, isObject, type JsonObject } from '../reading/json';
import { parseHttpUrl } from '../service/baseUrl';
import { quoteName } from '../service/boards';
import { boardId } from '../service/values/ids';
import type { NodeContext } from '../shared/nodeKind';
import { makeRejection, describeInvalidField } from './checkFields';

export const boardLocator: INodeProperties = {
	displayName: 'Board',
	name: 'boardId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The board that gets the task',
	builderHint: { propertyHint: 'Required: there is no default board.' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a board...',
			typeOptions: { searchListMethod: 'searchBoards', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://tasks.example.com/boards/42',
			hint: 'The URL of the board in your browser',
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 42' },
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Roadmap',
			hint: 'The full name, not case-sensitive',
		},
	],
};

export const workspaceLocator: INodeProperties = {
	displayName: 'Workspace',
	name: 'workspaceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The workspace that holds the board',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a workspace...',
			typeOptions: { searchListMethod: 'searchWorkspaces', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 7' },
	],
};

/** In the path or the fragment. */
const BOARD_SEGMENT = /[/#]boards\/([^/?#]+)/i;
const QUERY = /\?[^#]*/g;

/** What a locator by name holds, until the ID of the board takes its place. */
interface NamedBoard {
	boardName: string;
	/** A model wrote it: the list of boards decides whether it is an ID or a name. */
	mayBeId?: true;
}

export function isNamedBoard(value: unknown): value is NamedBoard {
	return isObject(value) && 'boardName' in value;
}

/** Undefined if a locator holds an ID or a URL. */
export function readNamedBoard({ mode, value }: JsonObject): NamedBoard | undefined {
	const boardName = String(value);
	const isName = mode === 'name' && isFilledTextOrNumber(value) && boardName.trim() !== '';
	return isName ? { boardName } : undefined;
}

/**
 * Where n8n lets a model fill a locator, it selects By ID. Models know names, and a name such as `Q3` or
 * `2026` looks like an ID.
 */
export function readBoardWrittenByModel({ mode, value }: JsonObject): NamedBoard | undefined {
	const isChosen = mode === 'list' && boardId.safeParse(value).success;
	if (isChosen || findBoardIdInUrl(String(value)) !== undefined) return undefined;
	const named = readNamedBoard({ mode: 'name', value });
	return named === undefined ? undefined : { ...named, mayBeId: true };
}

/**
 * n8n keeps what was typed when somebody selects From list, and shows it as if it was chosen.
 * @throws NodeOperationError
 */
export function rejectUnchosenText(
	context: NodeContext,
	{ mode, value }: JsonObject,
	{ displayName }: INodeProperties,
): void {
	const text = String(value).trim();
	const canBeChosen = boardId.safeParse(value).success || findBoardIdInUrl(text) !== undefined;
	if (mode !== 'list' || text === '' || canBeChosen) return;
	const sentence = `"${displayName}" is set to "From list", but ${quoteName(text)} was not chosen from the list`;
	const hint = `Nothing was sent for this item. Open the list of "${displayName}" and choose one of its entries.`;
	throw makeRejection(context, [sentence], hint);
}

/**
 * The fields with the ID of the board in place of its URL. Without an ID, the URL stays, and the schema
 * rejects it.
 * @throws NodeOperationError if the URL has another host than the Base URL: its ID is another board here
 */
export function replaceBoardUrl(
	context: NodeContext,
	entered: JsonObject,
	baseUrl: string,
): JsonObject {
	const { name, displayName } = boardLocator;
	const text = String(entered[name]).trim();
	const id = findBoardIdInUrl(text);
	if (id === undefined) return entered;
	const { host } = new URL(baseUrl);
	const url = parseHttpUrl(text);
	if (url?.host === host) return { ...entered, [name]: id };
	const issue = { message: `must be a URL of ${host}, the host of the Base URL` };
	const hint = `Nothing was sent for this item. If it is the same service, set "${displayName}" to "By ID" and enter ${id}.`;
	throw makeRejection(context, [describeInvalidField(displayName, text, issue)], hint);
}

function findBoardIdInUrl(text: string): number | string | undefined {
	const segment = BOARD_SEGMENT.exec(text.replace(QUERY, ''))?.[1];
	return boardId.safeParse(segment).data;
}
