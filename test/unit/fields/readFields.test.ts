import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { dueDateField } from '../../../nodes/WorkspaceTaskService/fields/commonFields';
import { customFieldsField } from '../../../nodes/WorkspaceTaskService/fields/customFields';
import {
	collectFieldsToRead,
	describeSurprises,
	readFieldValues,
} from '../../../nodes/WorkspaceTaskService/fields/readFields';
import {
	boardLocator,
	workspaceLocator,
} from '../../../nodes/WorkspaceTaskService/fields/locators';

const text: INodeProperties = { displayName: 'Title', name: 'title', type: 'string', default: '' };
const collection: INodeProperties = { ...text, type: 'collection', options: [boardLocator] };
const noon = new Date('2026-12-31T12:00:00Z');
const BOARD_7 = { __rl: true, mode: 'id', value: ' 7 ' };
const PERSON = 'workspaceTaskService';
const MODEL = 'workspaceTaskServiceTool';

interface Entered {
	/** The type of the node, which says who entered the values. */
	by?: string;
	/** What is stored in the node. */
	parameters?: object;
	/** The values for each item, by the names of the fields. */
	items: Array<Record<string, unknown>>;
}

function contextOf({ by = PERSON, parameters = {}, items }: Entered): IExecuteFunctions {
	return {
		getNode: () => ({ name: 'Node', type: by, parameters }),
		getTimezone: () => 'Asia/Tokyo',
		getInputData: () => items,
		getNodeParameter: (name: string, index: number) => items[index]?.[name],
	} as unknown as IExecuteFunctions;
}

function readOne(field: INodeProperties, value: unknown, by = PERSON) {
	const context = contextOf({ by, items: [{ [field.name]: value }] });
	return readFieldValues(context, [field], 0);
}

/** What may surprise in each item. */
function surprisesIn(properties: INodeProperties[], entered: Entered): string[][] {
	const context = contextOf(entered);
	const fields = collectFieldsToRead(context, { properties });
	return entered.items.map((_, index) => {
		return describeSurprises(context, fields, readFieldValues(context, fields.properties, index));
	});
}

describe('the value of a field', () => {
	it.each<[string, unknown, INodeProperties, string, unknown]>([
		['null', null, text, PERSON, undefined],
		['an empty text', ' ', text, PERSON, undefined],
		['a word for nothing, of a model', 'N/A', text, MODEL, undefined],
		['a word for nothing, of a person', 'null', text, PERSON, 'null'],
		['a word for nothing in a required field', 'null', { ...text, required: true }, MODEL, 'null'],
		['a word that begins like nothing', 'Nullable', text, MODEL, 'Nullable'],
		['a word that ends like nothing', 'not null', text, MODEL, 'not null'],
		['JSON', { a: null }, customFieldsField, PERSON, { a: null }],
		['a time of Luxon', DateTime.fromJSDate(noon).toUTC(), text, PERSON, noon.toISOString()],
		['a time', noon, text, PERSON, '2026-12-31T21:00:00.000+09:00'],
		['a day', '2026-12-31T20:00:00Z', dueDateField, PERSON, '2027-01-01'],
		['a list', ['a', ' '], text, PERSON, ['a', ' ']],
		['a locator', BOARD_7, boardLocator, PERSON, ' 7 '],
		['an empty locator', { ...BOARD_7, value: ' ' }, boardLocator, PERSON, undefined],
		['a default that the editor stores', { mode: 'id', value: '7' }, boardLocator, PERSON, '7'],
		['an object with a mode', { mode: 'id', value: '7' }, text, PERSON, { mode: 'id', value: '7' }],
		['a collection', { boardId: BOARD_7, a: null }, collection, PERSON, { boardId: ' 7 ' }],
		['an ID of a model', BOARD_7, boardLocator, MODEL, { boardName: ' 7 ', mayBeId: true }],
		['a board from the list, in a tool', { ...BOARD_7, mode: 'list' }, boardLocator, MODEL, ' 7 '],
		['a name in a tool', { mode: 'name', value: '7' }, boardLocator, MODEL, { boardName: '7' }],
	])('is read from %s', (_, value, field, by, plain) => {
		expect(readOne(field, value, by)).toEqual({ [field.name]: plain });
	});
});

it('a field whose expression returned nothing is noted for each item, by the name of the panel', () => {
	const more: INodeProperties = { ...collection, name: 'more', options: [dueDateField] };
	const parameters = {
		title: '=to {{ a }}',
		boardId: { __rl: true, mode: 'id', value: '={{ b }}' },
		more: { dueDate: '={{ c }}' },
	};
	const empty = { title: 'to ', boardId: '', more: {} };
	const filled = { title: 'to Ada', boardId: '7', more: { dueDate: 'today' } };
	const surprisesOf = (...items: Entered['items']) =>
		surprisesIn([text, boardLocator, more], { parameters, items });

	const nothing = ['Title', 'Board', 'Due Date'].map(
		(label) => `: the expression in "${label}" returned nothing`,
	);
	expect(surprisesOf(empty, filled, empty)).toEqual([nothing, [], nothing]);
});

describe('a board that is not from the list', () => {
	const read = (value: string, field = boardLocator) =>
		readOne(field, { __rl: true, mode: 'list', value })[field.name];

	it.each(['Roadmap', '1 - Roadmap'])('is refused: %s', (value) => {
		expect(() => read(value)).toThrow(
			expect.objectContaining({
				message: `"Board" is set to "From list", but “${value}” was not chosen from the list`,
				description:
					'Nothing was sent for this item. Open the list of "Board" and choose one of its entries.',
			}),
		);
	});

	it('is refused in the same way as a workspace', () => {
		expect(() => read('Sales', workspaceLocator)).toThrow(/^"Workspace" is set to "From list"/);
	});

	it.each(['brd_7', 'https://x.io/boards/7'])('may be an ID or a URL: %s', (value) => {
		expect(read(value)).toBe(value);
	});
});

describe('a title that begins like code of a model', () => {
	const required = { ...text, required: true };
	const surprisesOf = (title: string, field: INodeProperties) =>
		surprisesIn([field], { items: [{ title }] });

	it.each(['```json\n{"title": "Call"}\n```', ' ```\nCall'])('is noted: %j', (title) => {
		expect(surprisesOf(title, required)).toEqual([
			[': "Title" begins with ```, as code of an AI model does'],
		]);
	});

	it.each([
		['a word in backticks', '`npm` fails', required],
		['code further on', 'Call ``` later', required],
		['a description', '```\ncode', text],
	])('is not %s', (_, title, field) => expect(surprisesOf(title, field)).toEqual([[]]));
});
