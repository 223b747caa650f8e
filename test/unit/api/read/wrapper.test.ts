import {
	asidesIn,
	envelopesIn,
	listIn,
	spellingsOf,
	withParsedFields,
	wrappersIn,
} from '../../../../nodes/WorkspaceTaskService/api/read/wrapper';

const task = { id: 7 };

it('a name has three spellings, each once', () => {
	const names = ['event_data', 'eventData', 'EventData', 'data', 'Data'];
	expect(spellingsOf(['event_data', 'data'])).toEqual(names);
});

describe('the objects around a task', () => {
	const value = {
		webhook: { id: 1 },
		Meta: { id: 2 },
		payload: { id: 3 },
		data: { id: 4 },
		result: [{ id: 5 }],
		record: null,
		user: { id: 6 },
	};

	it('are told apart by their names, in the order of the names', () => {
		expect(wrappersIn(value)).toEqual([{ id: 4 }, { id: 3 }]);
		expect(envelopesIn(value)).toEqual([{ id: 1 }]);
		expect(asidesIn(value)).toEqual([{ id: 2 }]);
	});
});

describe('JSON in a field', () => {
	it.each<[string, unknown, unknown]>([
		['a wrapper', { data: '{"id":7}', a: 1 }, { data: task, a: 1 }],
		['an envelope', { Event: '{"id":7}' }, { Event: task }],
		['a task', { task: '[{"id":7}]' }, { task: [task] }],
	])('is parsed in %s', (_, value, parsed) => {
		const before = structuredClone(value);
		expect(withParsedFields(value)).toEqual(parsed);
		expect(value).toEqual(before);
	});

	it.each<[string, unknown]>([
		['other fields', { user: '{"id":7}' }],
		['a number as text', { data: '7' }],
		['broken JSON', { data: '{"id":' }],
		['a list', ['{"id":7}']],
		['text', '{"data":{}}'],
	])('stays in %s', (_, value) => expect(withParsedFields(value)).toBe(value));
});

const entries = [{ id: 1 }];

describe('a list', () => {
	it.each<[string, unknown]>([
		['the body', entries],
		['boards', { boards: entries }],
		['data', { data: entries, total: 1 }],
		['a wrapper in a wrapper', { data: { items: entries } }],
		['HAL', { _embedded: { boards: entries } }],
		['an outer wrapper before an inner one', { data: { items: [] }, results: entries }],
	])('is found in %s', (_, body) => expect(listIn(body)).toBe(entries));

	it.each<[string, unknown]>([
		['three wrappers', { data: { data: { data: entries } } }],
		['a field with another name', { tags: entries }],
		['a text', '[]'],
		['nothing', undefined],
	])('is not found in %s', (_, body) => expect(listIn(body)).toBeUndefined());
});
