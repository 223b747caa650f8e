import { unparsedRows } from '../../support/corpus/deliveries';
import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import {
	listKnownTypes,
	addTypesToEvents,
} from '../../../nodes/WorkspaceTaskService/trigger/events/selection';
import { BASE_URL, newWorkflow, noteTask } from './workflow';

/* Which events the trigger hides, in the shapes of real services with the words of the API document. */

const selection = {
	selectedTypes: ['task.created', 'task.updated'],
	boards: [],
	knownTypes: listKnownTypes([]),
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

function readEvents({ headers = {}, body }: Sent) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const parsed = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
	const delivery = { headers, body: parsed, rawBody: Buffer.from(text) };
	return addTypesToEvents(readDelivery(delivery), selection);
}

async function isHidden(sent: Sent, ownId: string): Promise<boolean> {
	const tasks = OwnTasks.open(newWorkflow(), BASE_URL);
	await noteTask(tasks, ownId);
	const receipt = { trigger: 'Trigger', receivedDate: new Date(0) };
	return tasks.recordAndFindOwnCreations(readEvents(sent), receipt).length > 0;
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
			const task = readEvents(sent).map(({ reading }) => reading.task.id);
			const others = textsIn(sent.body).filter((text) => text !== id && !task.includes(text));
			const hidden: string[] = [];
			for (const other of others) if (await isHidden(sent, other)) hidden.push(other);
			expect(hidden).toEqual([]);
		},
	);
});

it('a comment on an own task is not hidden if only a header says that it is one', async () => {
	const headers = { 'x-github-event': 'task_comment' };
	const body = { action: 'created', task: { id: '7', title: 'Own' } };
	expect(await isHidden({ headers, body }, '7')).toBe(false);
	expect(await isHidden({ body }, '7')).toBe(true);
});

/** Each text and number in a body. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
