import { listIn } from '../../../../nodes/WorkspaceTaskService/api/read/list';

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
