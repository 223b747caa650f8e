import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const zeros = Array.from({ length: 1_000_000 }, () => 0);
const manyFields = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field${n}`, {}]));

function fieldsOf(body: unknown): number {
	return listPlaces(body).reduce((sum, { members: fields }) => sum + fields.length, 0);
}

describe('places in a body', () => {
	it('are the outer places first, each with where it is', () => {
		const places = listPlaces({ eventData: { task: { id: 7 } }, user: { task: {} } });
		const seen = places.map(({ name, depth, aside }) => ({ name, depth, aside }));
		expect(seen).toEqual([
			{ name: '', depth: 0, aside: '' },
			{ name: 'event-data', depth: 1, aside: '' },
			{ name: 'user', depth: 1, aside: 'user' },
			{ name: 'task', depth: 2, aside: '' },
			{ name: 'task', depth: 2, aside: 'user' },
		]);
	});

	it.each(['taskID', 'TaskId', 'TASK_ID', '_task-id', 'task.id'])('know %s as task-id', (key) => {
		expect(listPlaces({ [key]: 7 })[0]?.members).toEqual([{ key, name: 'task-id', value: 7 }]);
	});

	it('have the name and the depth of their list, and are listed if the list has several', () => {
		const [, list, entry] = listPlaces({ tasks: [{}, 7] });
		expect(list).toMatchObject({ name: 'tasks', depth: 1, listSize: 0 });
		expect(entry).toMatchObject({ name: 'tasks', depth: 1, listSize: 2 });
		expect(listPlaces({ tasks: [{}] })[2]).toMatchObject({ listSize: 1 });
	});

	it('are in the JSON of a text in a member of the body, and in no text further in', () => {
		expect(listPlaces({ payload: '{"id":7}' })[1]?.value).toEqual({ id: 7 });
		expect(listPlaces({ data: { payload: '{"id":7}' } })).toHaveLength(2);
		expect(listPlaces('{"id":7}')).toEqual([]);
	});

	it.each([
		['10,000 lists in each other', nested(10_000)],
		['a million numbers', { zeros }],
		['100,000 objects in an object', manyFields],
		['100,000 objects in a list', Object.values(manyFields)],
	])('are at most 1,000, with 10,000 members: %s', (_case, body) => {
		expect(listPlaces(body).length).toBeLessThanOrEqual(1_000);
		expect(fieldsOf(body)).toBeLessThanOrEqual(10_000);
	});
});
