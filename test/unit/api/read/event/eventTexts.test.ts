import {
	eventText,
	readHeaderTexts,
	readTexts,
	significantWords,
	type EventText,
	type EventTexts,
} from '../../../../../nodes/WorkspaceTaskService/api/read/event/eventTexts';

const textsOf = (texts: EventText[]) => texts.map(({ text }) => text);

describe('the texts of a notification', () => {
	it.each<[keyof EventTexts, object, string[]]>([
		['named', { event: 'a', Event_Type: 'b', hook: 'c' }, ['a', 'b']],
		['named', { meta: { event: 'a' }, event: 'b' }, ['b', 'a']],
		['namedInside', { data: { event: 'a' }, webhook: { eventName: 'b' } }, ['a', 'b']],
		['types', { type: 'a', notification: { kind: 'b' }, subscriptionType: 'c' }, ['a', 'c', 'b']],
		['typesInside', { payload: { action: 'a' }, action: 'b' }, ['a']],
		['things', { object: 'a', resource_kind: 'b', table: 'c', objects: 'd' }, ['a', 'b', 'c']],
		['namesOfEvents', { event: { name: 'a', slug: 'b', title: 'c' } }, ['a', 'b']],
		['namesOfEvents', { data: { event: { key: 'a' } } }, ['a']],
	])('are %s in %j', (kind, body, texts) => {
		expect(textsOf(readTexts(body)[kind])).toEqual(texts);
	});

	it.each<[string, unknown]>([
		['a list', ['task.created']],
		['a number', { event: 7 }],
		['a word that any event may have', { event: 'webhook' }],
		['separators', { event: ' - ' }],
		['more than 100 characters', { event: 'a'.repeat(101) }],
	])('are not read from %s', (_, body) => expect(readTexts(body).named).toEqual([]));

	it('are among the first 200 fields', () => {
		const fields = Array.from({ length: 200 }, (_, n) => [`field ${n}`, n]);
		const after = (count: number) => ({
			...Object.fromEntries(fields.slice(0, count)),
			event: 'a',
		});
		expect(textsOf(readTexts(after(199)).named)).toEqual(['a']);
		expect(textsOf(readTexts(after(200)).named)).toEqual([]);
	});

	it('are in some headers', () => {
		const headers = { 'ce-type': 'a', 'x-hook-event': 'b', 'x-topic-name': 'c', 'x-eventual': 'd' };
		expect(textsOf(readHeaderTexts(headers))).toEqual(['a', 'b', 'c']);
	});
});

describe('a task in a field', () => {
	const task = { id: 7 };

	it.each<[boolean, object]>([
		[true, { task }],
		[true, { Tasks: [task] }],
		[true, { data: { task, comment: 'Hello' } }],
		[true, { task, user: task, data: {} }],
		[false, { task: 7 }],
		[false, { tasks: [7] }],
		[false, { task, comment: task }],
		[false, { user: task }],
	])('is what the event may be about: %s, in %j', (isBesideTask, body) => {
		expect(textsOf(readTexts(body).tasks)).toEqual(isBesideTask ? ['task'] : []);
	});
});

describe('the words of a type', () => {
	it.each<[string | null, string[]]>([
		['taskCreated', ['task', 'created']],
		['Event: TASK_CREATED', ['task', 'created']],
		['webhook.büro-2', ['büro', '2']],
		['callbacks', []],
		[null, []],
	])('in %j are %j', (type, words) => expect(significantWords(type)).toEqual(words));

	it.each(['TASK_CREATED', 'taskCreate', 'tasks/create', 'created.task', 'task.created.v12'])(
		'have the same spelling in %s',
		(text) => expect(eventText(text).spelling).toBe(eventText('task.created').spelling),
	);

	it.each(['task.recreated', 'task.created.12', 'subtask.created'])(
		'have another spelling in %s',
		(text) => expect(eventText(text).spelling).not.toBe(eventText('task.created').spelling),
	);
});
