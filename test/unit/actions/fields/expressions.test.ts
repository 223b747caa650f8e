import type { INodeProperties } from 'n8n-workflow';

import {
	countEmptied,
	fixedExpressions,
	storedTexts,
	textAround,
} from '../../../../nodes/WorkspaceTaskService/actions/fields/expressions';

const text = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	options: [text('Due Date', 'dueDate')],
};
const properties = [text('Title', 'title'), text('Board', 'boardId'), additionalFields];

describe('the texts with braces that a node has stored', () => {
	it('are found in fields, locators and collections, by the names of the panel', () => {
		const parameters = {
			title: '={{ $json.title }}',
			boardId: { __rl: true, mode: 'id', value: '{{ 1 }}', cachedResultName: '{{ x }}' },
			additionalFields: { dueDate: '=on {{ $json.day }}' },
			other: '{{ not a field }}',
		};
		expect(storedTexts(parameters, properties)).toEqual([
			{ text: '={{ $json.title }}', path: ['title'], label: 'Title' },
			{ text: '{{ 1 }}', path: ['boardId', 'value'], label: 'Board' },
			{ text: '=on {{ $json.day }}', path: ['additionalFields', 'dueDate'], label: 'Due Date' },
		]);
		expect(storedTexts({ title: 'no braces' }, properties)).toEqual([]);
	});

	it('are refused without an equals sign', () => {
		const texts = storedTexts({ title: '{{ a }}', boardId: '={{ b }}' }, properties);
		expect(fixedExpressions(texts)).toEqual([
			'"Title" must not contain {{ }} (to use an expression, switch to Expression): "{{ a }}"',
		]);
	});
});

describe('the fixed text around expressions', () => {
	it.each([
		['={{ a }}', ''],
		['=order {{ a }} of {{ b }} ', 'order  of'],
		['=fixed', undefined],
		['{{ a }}', undefined],
	])('of %j is %j', (stored, around) => expect(textAround(stored)).toBe(around));
});

describe('a field whose expression returned nothing', () => {
	const parameters = {
		title: '=to {{ a }}',
		boardId: { __rl: true, mode: 'id', value: '={{ b }}' },
		additionalFields: { dueDate: '={{ c }}' },
	};
	const texts = storedTexts(parameters, properties);
	const countsAfter = (...items: object[]) => {
		const counts = new Map<string, number>();
		for (const item of items) countEmptied(counts, texts, item as Record<string, unknown>);
		return Object.fromEntries(counts);
	};

	it('is counted for each item, by the name of the panel', () => {
		const empty = { title: 'to ', boardId: '', additionalFields: {} };
		const filled = { title: 'to Ada', boardId: '7', additionalFields: { dueDate: 'today' } };
		expect(countsAfter(filled)).toEqual({});
		expect(countsAfter(empty, filled, empty)).toEqual({ Title: 2, Board: 2, 'Due Date': 2 });
	});
});
