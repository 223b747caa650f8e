import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	customFields,
	dueDate,
} from '../../../../nodes/WorkspaceTaskService/actions/fields/additionalFields';
import {
	itemFieldsOf,
	readFields,
	readValues,
} from '../../../../nodes/WorkspaceTaskService/actions/fields/readFields';
import { boardLocator } from '../../../../nodes/WorkspaceTaskService/actions/fields/locators';

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
		['JSON', { a: null }, customFields, person, { a: null }],
		[
			'a time of Luxon',
			DateTime.fromJSDate(noon, { zone: 'utc' }),
			text,
			person,
			noon.toISOString(),
		],
		['a time', noon, text, person, '2026-12-31T21:00:00.000+09:00'],
		['a day', '2026-12-31T20:00:00Z', dueDate, person, '2027-01-01'],
		[
			'a day of Luxon',
			DateTime.fromISO('2026-12-31T23:30', { zone: 'Asia/Tokyo' }),
			dueDate,
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
		['an ID of a model', BOARD_7, boardLocator, model, ' 7 '],
		['a name of a model', { ...BOARD_7, value: 'A' }, boardLocator, model, { boardName: 'A' }],
	])('reads %s', (_, value, field, context, plain) => {
		const entering = { ...context, getNodeParameter: () => value } as unknown as IExecuteFunctions;
		expect(readValues(entering, [field], 0)).toEqual({ [field.name]: plain });
	});
});

describe('a field whose expression returned nothing', () => {
	const dates: INodeProperties = {
		...text,
		displayName: 'More',
		name: 'more',
		type: 'collection',
		options: [dueDate],
	};
	const parameters = {
		title: '=to {{ a }}',
		boardId: { __rl: true, mode: 'id', value: '={{ b }}' },
		more: { dueDate: '={{ c }}' },
	};
	const countsAfter = (...items: Array<Record<string, unknown>>) => {
		const context = {
			getNode: () => ({ type: 'workspaceTaskService', parameters }),
			getTimezone: () => 'UTC',
			getInputData: () => items,
			getNodeParameter: (name: string, index: number) => items[index]?.[name],
		} as unknown as IExecuteFunctions;
		const operation = { properties: [text, boardLocator, dates] } as never;
		const fields = itemFieldsOf(context, operation, 'https://x.io');
		items.forEach((_, index) => readFields(context, fields, index));
		return Object.fromEntries(fields.emptied);
	};

	it('is counted for each item, by the name of the panel', () => {
		const empty = { title: 'to ', boardId: '', more: {} };
		const filled = { title: 'to Ada', boardId: '7', more: { dueDate: 'today' } };
		expect(countsAfter(filled)).toEqual({});
		expect(countsAfter(empty, filled, empty)).toEqual({ Title: 2, Board: 2, 'Due Date': 2 });
	});
});
