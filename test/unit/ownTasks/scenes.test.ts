import { unparsedRows } from '../../support/corpus/deliveries';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import {
	listKnownTypes,
	readTypedEvents,
} from '../../../nodes/WorkspaceTaskService/trigger/events/selection';
import { BASE_URL, newWorkflow, noteTask } from './workflow';

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

function read({ headers = {}, body }: Sent) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const parsed = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
	return readDelivery({ headers, body: parsed, rawBody: Buffer.from(text) });
}

const eventsIn = (sent: Sent) => readTypedEvents(read(sent), selection);

/** How many events of a delivery are hidden, each time that it arrives. */
async function hiddenEvents(sent: Sent, ownId: string, times = 1): Promise<number[]> {
	const tasks = OwnTasks.open(newWorkflow(), BASE_URL);
	await noteTask(tasks, ownId);
	return Array.from({ length: times }, (_, time) => {
		const receipt = { trigger: 'Trigger', receivedDate: new Date(time) };
		const events = eventsIn(sent);
		tasks.noteReceipt(events, receipt);
		return events.filter((event) => tasks.isOwnCreation(event, receipt)).length;
	});
}

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
});

describe('what people do with an own task', () => {
	const never = [0, 0, 0];
	const once = [1, 0, 0];
	const always = [1, 1, 1];

	it.each<[string, object, number[]]>([
		['says that it is a creation', { event: 'task.created' }, always],
		['resembles a creation', { event: 'sub_task.created' }, once],
		['is missing', {}, once],
		['is an update', { event: 'task.updated' }, never],
		['is a comment', { event: 'comment.created' }, never],
	])('is hidden if the type of the event %s: %j', async (_, type, expected) => {
		expect(await hiddenEvents({ body: { ...type, task: own } }, OWN_ID, 3)).toEqual(expected);
	});

	it('is not hidden if a header says that it is a comment', async () => {
		const headers = { 'x-github-event': 'task_comment' };
		const body = { action: 'created', task: own, comment: { id: 9 } };
		expect(await hiddenEvents({ headers, body }, OWN_ID, 3)).toEqual(never);
	});
});

/** Each text and number in a body. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
