import {
	hasObjectWithId,
	readSubject,
} from '../../../../../nodes/WorkspaceTaskService/api/read/event/subject';

const seven = { id: 7, title: 'Call' };
const eight = { id: 8, name: 'Ada' };
const idsIn = (event: unknown) => readSubject(event).objects.map(({ id }) => id);

describe('the objects by which a task may be known', () => {
	it.each<[string, object, string[]]>([
		['all that are beside each other', { from: seven, by: eight }, ['7', '8']],
		['the only entry of a list', { to: [seven] }, ['7']],
		[
			'the event and an object in it, if the event has no title',
			{ id: 'e', is: seven },
			['e', '7'],
		],
		['only the event, if it is the task', { ...seven, by: eight }, ['7']],
		['not what belongs to an object with an ID', { is: { ...seven, by: eight } }, ['7']],
		['not what belongs to an object with a title', { is: { title: 'A', by: eight } }, []],
		['not the entries of a list of several', { all: [seven, eight] }, []],
		['none, if the event names its task', { task_id: 9, is: seven }, []],
	])('are %s', (_, event, ids) => expect(idsIn(event)).toEqual(ids));

	it('have their texts and numbers in lower case', () => {
		const [object] = readSubject({ data: { ...seven, done: true, tags: ['A'] } }).objects;
		const texts = ['7', 'call', '', ''];
		expect(object).toEqual({ id: '7', hasTitle: true, isUsual: true, texts });
	});

	it('are in a usual place only inside a usual wrapper', () => {
		const { objects } = readSubject({ data: { item: { id: 1 } }, by: { id: 2 } });
		expect(objects.map(({ id, isUsual }) => [id, isUsual])).toEqual([
			['2', false],
			['1', true],
		]);
	});
});

it.each(['meta', 'config', 'action'])('an ID in %s names no task', (name) => {
	const event = { [name]: { task: 7, task_id: 7, data: { id: 7 } }, current: eight };
	const { namedId, objects } = readSubject(event);
	expect([namedId, objects.filter(({ isUsual }) => isUsual)]).toEqual([undefined, []]);
});

it('an ID of the whole content is not that of an object in it', () => {
	expect([seven, { is: seven }, [eight]].map(hasObjectWithId)).toEqual([false, true, true]);
});
