import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Fields } from '../api/json';
import { isObject, parseEntered } from '../api/json';
import { readAs } from '../api/values';

/* Fields that several operations have, and how their values are read. */

/** A longer text is no URL. */
const MAX_URL_CHARACTERS = 2_000;
/** The ID in the URL of a board. */
const BOARD_PAGE =
	/^\s*[^?#\s]*\/boards?\/([a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}|\d+)(?:[-/?#]\S*)?\s*$/i;

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
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
		},
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
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 7',
		},
	],
};

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
};

/** What a locator by name holds, until `perform.ts` puts the id in its place. */
export function isNamedBoard(value: unknown): value is { boardName: string } {
	return isObject(value) && 'boardName' in value;
}

/**
 * The id or name in a locator, or its value as it is if there is none to be found: the schema of the
 * parameter then says what is wrong with it.
 */
export function locatedId({ mode, value }: Fields): unknown {
	const isName = mode === 'name' && ['string', 'number'].includes(typeof value);
	if (isName && String(value).trim() !== '') return { boardName: String(value) };
	if (mode !== 'url' || typeof value !== 'string' || value.length > MAX_URL_CHARACTERS)
		return value;
	return BOARD_PAGE.exec(value)?.[1] ?? value;
}

/** The value of a JSON field: an expression yields JSON text or a value. */
export function jsonOf(value: unknown): unknown {
	return typeof value === 'string' ? parseEntered(value) : value;
}

function objectOf(value: unknown): IDataObject | undefined {
	const object = jsonOf(value);
	return isObject(object) ? (object as IDataObject) : undefined;
}

/** @param body whose fields the panel has already */
export function customFieldsBeside(body: { shape: object }) {
	return readAs(objectOf, 'must be a JSON object, such as {"estimate": 3}')
		.superRefine((fields, context) => {
			const known = Object.keys(fields).filter((name) => Object.hasOwn(body.shape, name));
			const message = `must not contain fields that this node already has (${known.join(', ')})`;
			if (known.length > 0) context.addIssue({ code: 'custom', message });
		})
		.optional();
}
