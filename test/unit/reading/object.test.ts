import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';
import { readObjectOrGuess } from '../../../nodes/WorkspaceTaskService/reading/object';

function readTask(body: unknown, sent?: unknown) {
	return readObjectOrGuess(listPlaces(body), 'task', sent);
}

/* Usual shapes are in the corpus: test/corpus/deliveries.json. */

describe('the task in a body', () => {
	it.each([
		['has an ID around its title', { id: 1, data: { id: 7, attributes: { title: 'Call' } } }, 7],
		[
			'is in an object called a task',
			{ post: { id: 1 }, task: { current: { id: 7, title: 'Call' } } },
			7,
		],
		['is named by its ID around another', { task_id: 7, config: { task: { state: 'open' } } }, 7],
		[
			'is not the hook that sends it',
			{ hook: { id: 3, event: 'a' }, data: { pk: 7, fields: { title: 'A' } } },
			7,
		],
		['has a URL in JSON-LD too', { '@id': '/api/v1/tasks/7', id: 7, title: 'Call' }, 7],
		['is named by its number', { comment: { id: 1 }, task: 7 }, 7],
	])('%s: shown', (_case, body, id) => {
		expect(readTask(body)).toMatchObject({ id: String(id), isCertain: true });
	});

	it.each([
		[
			'has a title, and the ID around it may be of the delivery',
			{ id: 1, payload: { title: 'Call' } },
			undefined,
		],
		['has a title, and the ID is beside it', { payload: { title: 'Call' }, key: 7 }, 7],
		['is beside its ID', { event_id: 1, model: 'task', model_id: 7, fields: { title: 'Call' } }, 7],
		['is the only entry of a list', { tasks: [{ id: 7 }] }, 7],
	])('%s: a guess', (_case, body, id) => {
		expect(readTask(body)).toMatchObject({ id: id && String(id), isCertain: false });
	});

	it.each([
		['before the change', { before: { id: 1, title: 'Cal' }, after: { id: 7, title: 'Call' } }],
		['in the past', { previous_task: { task: { id: 1 } }, item: { id: 7, title: 'Call' } }],
		['in a list of several', { links: [{ task: { id: 1 } }, {}], item: { id: 7, title: 'Call' } }],
	])('is nothing %s', (_case, body) => {
		expect(readTask(body)).toMatchObject({ id: '7', title: 'Call' });
	});

	it('is at the top with an ID, beside what was sent', () => {
		const body = { id: 7, name: 'Call', board_id: 1, status: { id: 2 } };
		expect(readTask(body, { title: 'Call', board_id: 1 })).toMatchObject({
			id: '7',
			isCertain: true,
		});
		expect(readTask(body, { title: 'Call', board_id: 2 }).id).toBe('2');
		expect(readTask(body).id).toBe('2');
	});

	it.each(['Call Ada', '2026-12-24'])('is not named by a text: %s', (text) => {
		expect(readTask({ id: 1, task: text }).id).toBe('1');
	});

	it('may have its title further in, but not a title of something else', () => {
		expect(readTask({ task: { id: 7, fields: { title: 'Call' } } }).title).toBe('Call');
		expect(readTask({ task: { id: 7, user: { title: 'Boss' } } }).title).toBeUndefined();
		expect(readTask({ task: { id: 7, label: { id: 1, title: 'Red' } } }).title).toBeUndefined();
	});

	it.each([[null], [[]], [{}]])('has no ID in %j', (body) => {
		expect(readTask(body)).toMatchObject({ isCertain: false });
		expect(readTask(body).id).toBeUndefined();
	});

	it('has no ID that may have been rounded', () => {
		expect(readTask({ task: { id: 2 ** 60, title: 'Call' } }).id).toBeUndefined();
	});
});

it('the board in a response is read by the same signs', () => {
	const body = { board: { id: 4, name: 'Launch' }, workspace: { id: 1, name: 'Home' } };
	const board = readObjectOrGuess(listPlaces(body), 'board');
	expect(board).toMatchObject({ id: '4', title: 'Launch', isCertain: true });
});
