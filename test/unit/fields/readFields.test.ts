import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { dueDateField } from '../../../nodes/WorkspaceTaskService/fields/commonFields';
import { customFieldsField } from '../../../nodes/WorkspaceTaskService/fields/customFields';
import {
	selectFieldsToRead,
	readItemFields,
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

describe('the value of a field', () => {
	const contextOf = (type: string) =>
		({
			getNode: () => ({ type }),
			getTimezone: () => 'Asia/Tokyo',
		}) as unknown as IExecuteFunctions;
	const person = contextOf('workspaceTaskService');
	const model = contextOf('workspaceTaskServiceTool');

	it.each<[string, unknown, INodeProperties, IExecuteFunctions, unknown]>([
		['null', null, text, person, undefined],
		['an empty text', ' ', text, person, undefined],
		['other text', ' a', text, person, ' a'],
		['a word for nothing, of a model', 'N/A', text, model, undefined],
		['a word for nothing, of a person', 'null', text, person, 'null'],
		['a word for nothing in a required field', 'null', { ...text, required: true }, model, 'null'],
		['a word that begins like nothing', 'Nullable', text, model, 'Nullable'],
		['a word that ends like nothing', 'not null', text, model, 'not null'],
		['JSON', { a: null }, customFieldsField, person, { a: null }],
		[
			'a time of Luxon',
			DateTime.fromJSDate(noon, { zone: 'utc' }),
			text,
			person,
			noon.toISOString(),
		],
		['a time', noon, text, person, '2026-12-31T21:00:00.000+09:00'],
		['a day', '2026-12-31T20:00:00Z', dueDateField, person, '2027-01-01'],
		[
			'a day of Luxon',
			DateTime.fromISO('2026-12-31T23:30', { zone: 'Asia/Tokyo' }),
			dueDateField,
			person,
			'2026-12-31',
		],
		['a number', 7, text, person, 7],
		['a list', ['a', ' '], text, person, ['a', ' ']],
		['a locator', BOARD_7, boardLocator, person, ' 7 '],
		['an empty locator', { ...BOARD_7, value: ' ' }, boardLocator, person, undefined],
		['a default that the editor stores', { mode: 'id', value: '7' }, boardLocator, person, '7'],
		['an object with a mode', { mode: 'id', value: '7' }, text, person, { mode: 'id', value: '7' }],
		['a collection', { boardId: BOARD_7, a: null }, collection, person, { boardId: ' 7 ' }],
		[
			'an ID or a name of a model',
			BOARD_7,
			boardLocator,
			model,
			{ boardName: ' 7 ', mayBeId: true },
		],
		['a board from the list, in a tool', { ...BOARD_7, mode: 'list' }, boardLocator, model, ' 7 '],
		['a name in a tool', { mode: 'name', value: '7' }, boardLocator, model, { boardName: '7' }],
	])('reads %s', (_, value, field, context, plain) => {
		const entering = { ...context, getNodeParameter: () => value } as unknown as IExecuteFunctions;
		expect(readFieldValues(entering, [field], 0)).toEqual({ [field.name]: plain });
	});
});

describe('a field whose expression returned nothing', () => {
	const dates: INodeProperties = {
		...text,
		displayName: 'More',
		name: 'more',
		type: 'collection',
		options: [dueDateField],
	};
	const parameters = {
		title: '=to {{ a }}',
		boardId: { __rl: true, mode: 'id', value: '={{ b }}' },
		more: { dueDate: '={{ c }}' },
	};
	const surprisesAfter = (...items: Array<Record<string, unknown>>) => {
		const context = {
			getNode: () => ({ type: 'workspaceTaskService', parameters }),
			getTimezone: () => 'UTC',
			getInputData: () => items,
			getNodeParameter: (name: string, index: number) => items[index]?.[name],
		} as unknown as IExecuteFunctions;
		const operation = { properties: [text, boardLocator, dates] } as never;
		const fields = selectFieldsToRead(context, operation);
		items.forEach((_, index) => readItemFields(context, fields, index));
		return Object.fromEntries(fields.surprises);
	};

	it('is noted for each item, by the name of the panel', () => {
		const empty = { title: 'to ', boardId: '', more: {} };
		const filled = { title: 'to Ada', boardId: '7', more: { dueDate: 'today' } };
		expect(surprisesAfter(filled)).toEqual({});
		expect(surprisesAfter(empty, filled, empty)).toEqual({
			': the expression in "Title" returned nothing': [0, 2],
			': the expression in "Board" returned nothing': [0, 2],
			': the expression in "Due Date" returned nothing': [0, 2],
		});
	});
});

describe('a board that is not from the list', () => {
	const contextOf = (value: unknown) =>
		({
			getNode: () => ({ name: 'Node', type: 'workspaceTaskService', parameters: {} }),
			getTimezone: () => 'UTC',
			getNodeParameter: () => value,
		}) as unknown as IExecuteFunctions;
	const read = (value: string, property = boardLocator) =>
		readFieldValues(contextOf({ __rl: true, mode: 'list', value }), [property], 0)[property.name];

	it.each(['road', 'Roadmap', '1 - Roadmap', '2.0'])('is refused: %s', (value) => {
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

	it.each(['7', 'brd_7', 'https://x.io/boards/7'])('may be an ID or a URL: %s', (value) => {
		expect(read(value)).toBe(value);
	});
});

describe('a title that begins like code of a model', () => {
	const surprisesOf = (title: string, property: INodeProperties) => {
		const context = {
			getNode: () => ({ type: 'workspaceTaskService', parameters: {} }),
			getTimezone: () => 'UTC',
			getInputData: () => [],
			getNodeParameter: () => title,
		} as unknown as IExecuteFunctions;
		const fields = selectFieldsToRead(context, { properties: [property] } as never);
		readItemFields(context, fields, 0);
		return Object.fromEntries(fields.surprises);
	};
	const required = { ...text, required: true };

	it.each(['```json\n{"title": "Call"}\n```', ' ```\nCall'])('is noted: %j', (title) => {
		expect(surprisesOf(title, required)).toEqual({
			': "Title" begins with ```, as code of an AI model does': [0],
		});
	});

	it.each([
		['a word in backticks', '`npm` fails', required],
		['code further on', 'Call ``` later', required],
		['a description', '```\ncode', text],
	])('is not %s', (_, title, property) => expect(surprisesOf(title, property)).toEqual({}));
});
