import { unparsedRows } from '../../support/corpus/deliveries';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { isObject } from '../../../nodes/WorkspaceTaskService/reading/json';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import {
	listKnownTypes,
	readTypedEvents,
} from '../../../nodes/WorkspaceTaskService/trigger/events/selection';

/* Which events the trigger hides, in the shapes of real services with the words of the API document. */

const OWN_ID = '987654';
const own = { id: OWN_ID, title: 'Own' };
const selection = {
	events: ['task.created', 'task.updated'],
	boards: [],
	known: listKnownTypes([]),
};

interface Sent {
	headers?: Record<string, string>;
	/** A text is a form. */
	body: unknown;
}

interface Scene {
	service: string;
	id: string | null;
	title: string | null;
	sent: Sent;
}

const scenes = unparsedRows['in own terms'].flatMap(({ service, id, title, ...row }): Scene[] =>
	row.event === 'task.created' ? [{ service, id, title, sent: row }] : [],
);

let workflows = 0;

/** The tasks of a workflow that created a task. */
async function tasksWith(id: string): Promise<OwnTasks> {
	const tasks = OwnTasks.open(`scene ${(workflows += 1)}`, 'https://tasks.example.com');
	await tasks.noteCreate(
		{ title: 'Own', chain: 'chain', continuesChain: false },
		Promise.resolve(id),
	);
	return tasks;
}

function read({ headers = {}, body }: Sent) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const parsed = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
	return readDelivery({ headers, body: parsed, rawBody: Buffer.from(text) });
}

const eventsIn = (sent: Sent) => readTypedEvents(read(sent), selection);

/** How many events of a delivery are hidden, each time that it arrives. */
async function hiddenEvents(sent: Sent, ownId: string, times = 1): Promise<number[]> {
	const tasks = await tasksWith(ownId);
	return Array.from({ length: times }, (_, time) => {
		const receipt = { trigger: 'Trigger', receivedDate: new Date(time) };
		const events = eventsIn(sent);
		tasks.noteReceipt(events, receipt);
		return events.filter((event) => tasks.isOwnCreation(event, receipt)).length;
	});
}

/** Otherwise a list that is added may be a list of events. */
const isSingleEvent = ({ sent }: Scene) => {
	const { whole, shared } = read(sent);
	return whole.task.isShown && shared === undefined;
};

async function isHidden(sent: Sent, ownId: string): Promise<boolean> {
	const [count = 0] = await hiddenEvents(sent, ownId);
	return count > 0;
}

describe('the creation of an own task', () => {
	it('is hidden in seven of eight real shapes with an ID and a title', async () => {
		const shown = scenes.filter(({ id, title }) => id !== null && title !== null);
		const missed: string[] = [];
		for (const { service, id, sent } of shown) {
			if (!(await isHidden(sent, id ?? ''))) missed.push(service);
		}
		expect(missed.length).toBeLessThanOrEqual(shown.length / 8);
	});
});

describe('the task of a person', () => {
	it.each(scenes.map((scene) => [scene.service, scene] as const))(
		'is not hidden, whatever else in the event has the ID of an own task: %s',
		async (_, { id, sent }) => {
			const task = eventsIn(sent).map(({ reading }) => reading.task.id);
			const others = textsIn(sent.body).filter((text) => text !== id && !task.includes(text));
			const hidden: string[] = [];
			for (const other of others) if (await isHidden(sent, other)) hidden.push(other);
			expect(hidden).toEqual([]);
		},
	);

	it.each<[string, object]>([
		['a user', { user: own }],
		['a board', { board: own }],
		['a parent', { parent: own }],
		['its old state', { old: own, previous: own, before: own }],
		['related tasks', { related: [own, { id: '2', title: 'Another' }] }],
	])('is not hidden if the own task is %s in the event', async (_, added) => {
		const hidden: string[] = [];
		for (const { service, sent } of scenes.filter(isSingleEvent)) {
			for (const body of bodiesWith(sent.body, added)) {
				if (await isHidden({ ...sent, body }, OWN_ID)) hidden.push(service);
			}
		}
		expect(hidden).toEqual([]);
	});
});

describe('what people do with an own task', () => {
	const never = [0, 0, 0];
	const once = [1, 0, 0];
	const always = [1, 1, 1];

	it.each<[string | undefined, number[]]>([
		['task.created', always],
		['TASK_CREATED', always],
		['createTask', always],
		['jira:task_created', always],
		['created', once],
		['sub_task.created', once],
		['task.opened', once],
		['task.added', once],
		['new_task', once],
		['task', once],
		[undefined, once],
		['task.updated', never],
		['task.deleted', never],
		['task.item.added', never],
		['item.created', never],
		['task.work.added', never],
		['board.task.added', never],
		['task.record.added', never],
		['card.opened', never],
		['task.reopened', never],
		['subtask.created', never],
		['task.comment.created', never],
		['comment.created', never],
		['created_task_comment', never],
	])('is hidden if the type of the event resembles a creation: %s', async (event, expected) => {
		expect(await hiddenEvents({ body: { event, task: own } }, OWN_ID, 3)).toEqual(expected);
	});

	it.each<[string, Sent]>([
		['beside the task', { body: { action: 'created', task: own, comment: { id: 9 } } }],
		['around the task', { body: { action: 'created', comment: { id: 9, task: own } } }],
		[
			'that has the ID of the task',
			{ body: { action: 'create', type: 'comment', data: { id: 9, task_id: OWN_ID } } },
		],
		[
			'named by a header',
			{
				headers: { 'x-github-event': 'task_comment' },
				body: { action: 'created', task: own, comment: { id: 9 } },
			},
		],
	])('is not hidden if it is a comment %s', async (_, sent) => {
		expect(await hiddenEvents(sent, OWN_ID, 3)).toEqual(never);
	});
});

/** Each text and number in a body. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The body with fields more at the top, and in each object with a title. */
function bodiesWith(body: unknown, added: object): unknown[] {
	if (!isObject(body)) return [];
	const inTask = JSON.parse(JSON.stringify(body), (_, value: unknown) =>
		isObject(value) && 'title' in value ? { ...value, ...added } : value,
	) as unknown;
	return [{ ...body, ...added }, inTask];
}
