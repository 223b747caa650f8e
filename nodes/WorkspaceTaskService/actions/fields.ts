import type { INodeProperties, INodePropertyModeValidation } from 'n8n-workflow';

/** How a board or workspace is chosen. n8n does not anchor these expressions by itself. */
const BOARD_PAGE = '^\\s*[^?#\\s]*/boards?/(\\d+)(?:[-/?#].*)?\\s*$';

const wholeNumber: INodePropertyModeValidation = {
	type: 'regex',
	properties: { regex: '^\\s*\\d+\\s*$', errorMessage: 'The ID is a whole number' },
};

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
			hint: 'The address of the board in your browser',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: BOARD_PAGE,
						errorMessage: 'The address must contain /boards/ and the ID of the board',
					},
				},
			],
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			validation: [wholeNumber],
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Roadmap',
			hint: 'The whole name. Upper and lower case do not matter.',
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
			validation: [wholeNumber],
		},
	],
};

/** What a locator by name holds, until `perform.ts` puts the id in its place. */
export interface NamedBoard {
	boardName: string;
}

export function isNamedBoard(value: unknown): value is NamedBoard {
	return typeof value === 'object' && value !== null && 'boardName' in value;
}

/**
 * The id or name in a locator, or its value as it is if there is none to be found: the schema of the
 * parameter then says what is wrong with it.
 */
export function locatedId(locator: object): unknown {
	const { mode, value } = locator as { mode?: unknown; value?: unknown };
	const isName = mode === 'name' && ['string', 'number'].includes(typeof value);
	if (isName && String(value).trim() !== '') return { boardName: String(value) };
	if (mode !== 'url' || typeof value !== 'string') return value;
	return new RegExp(BOARD_PAGE, 'i').exec(value)?.[1] ?? value;
}
