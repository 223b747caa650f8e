import type { INodeProperties } from 'n8n-workflow';

import {
	describeUnusableValue,
	hasReturnedNothing,
	collectBracedTexts,
	type BracedText,
} from '../../../nodes/WorkspaceTaskService/fields/expressions';
import { registry } from '../../../nodes/WorkspaceTaskService/action/registry';

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
		expect(collectBracedTexts(parameters, properties)).toEqual([
			{ text: '={{ $json.title }}', path: ['title'], label: 'Title' },
			{ text: '{{ 1 }}', path: ['boardId'], label: 'Board' },
			{ text: '=on {{ $json.day }}', path: ['additionalFields', 'dueDate'], label: 'Due Date' },
		]);
		expect(collectBracedTexts({ title: 'no braces' }, properties)).toEqual([]);
	});

	it('are refused without an equals sign', () => {
		const texts = collectBracedTexts({ title: '{{ a }}', boardId: '={{ b }}' }, properties);
		expect(texts.map((text) => describeUnusableValue(text, undefined, {}))).toEqual([
			'"Title" must not contain {{ }} (to use an expression, switch to Expression): "{{ a }}"',
			undefined,
		]);
	});
});

describe('an expression', () => {
	const textOf = (stored: string) =>
		collectBracedTexts({ title: stored }, properties)[0] as BracedText;

	it.each<[string, unknown]>([
		['={{ a }}', undefined],
		['={{ a }}', ' '],
		['=order {{ a }} of {{ b }} ', 'order  of'],
		["={{ 'Call ' + a }}", 'Call undefined'],
		['={{ a }}', 'Invalid DateTime'],
		["={{ 'Call ' + a }}", 'Call Invalid Date'],
		['={{ `${a}: ${b}` }}', 'Call: null'],
		['={{ Number(a) }}', NaN],
	])('%j returned nothing in %j', (stored, value) => {
		expect(hasReturnedNothing(value, textOf(stored))).toBe(true);
	});

	it.each<[string, unknown]>([
		['={{ a }}', 'order'],
		['=order {{ a }}', 'order 0'],
		['={{ a }}', 0],
		['={{ a }}', 'Annull'],
		['={{ a }}', 'Jennifer Null'],
		['={{ a }}', 'undefined behavior'],
	])('%j returned something in %j', (stored, value) => {
		expect(hasReturnedNothing(value, textOf(stored))).toBe(false);
	});
});

/** The paths of the fields that hold an ID, by their names. */
function idFieldsIn(properties: INodeProperties[]): string[][] {
	return properties.flatMap(({ name, options = [] }) => {
		const inner = options.flatMap((option) => ('displayName' in option ? [option.name] : []));
		const paths = [[name], ...inner.map((innerName) => [name, innerName])];
		return paths.filter((path) => path.at(-1)?.endsWith('Id'));
	});
}

const entering = (path: string[], value: unknown) =>
	path.reduceRight((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>;

describe('a text that was made of a rounded number', () => {
	const rounded = 2 ** 53 + 2;
	const operations = Object.values(registry).flatMap((byName) => Object.values(byName));
	const cases = operations.flatMap(({ option, properties }) =>
		idFieldsIn(properties).map((path) => ({
			at: `${option.action}: ${path.join('.')}`,
			properties,
			path,
		})),
	);

	it('may be in an ID of several operations', () => {
		expect(cases.length).toBeGreaterThan(3);
	});

	it.each(cases)('is refused in the ID of $at', ({ properties, path }) => {
		const texts = collectBracedTexts(entering(path, '={{ $json.order }}'), properties);
		const refusalsOf = (value: unknown) =>
			texts.map((text) => describeUnusableValue(text, value, { order: rounded }));
		expect(refusalsOf(`no. ${rounded}`)).toEqual([expect.stringContaining('must not be made')]);
		expect(refusalsOf(rounded)).toEqual([expect.stringContaining('must not be made')]);
		expect(refusalsOf('no. 7')).toEqual([undefined]);
	});

	it('is a title like any other', () => {
		const [text] = collectBracedTexts({ title: '={{ $json.order }}' }, properties);
		expect(describeUnusableValue(text as BracedText, rounded, { order: rounded })).toBeUndefined();
	});
});
