import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { OwnTasks } from '../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { json } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';
import { BOTH } from '../support/engine/triggerEnvironment';
import {
	countCreates,
	CREATE_OWN,
	environment,
	service,
	setUpForwardingService,
	TRIGGER_TYPE,
} from '../support/engine/triggerSuite';

/* Executions in processes that receive no deliveries, such as the workers of queue mode. */

const FIRST_ID = 101;
const REASON = /started by a task that it had created itself \(101\), and "Ignore Own Tasks" is on/;

setUpForwardingService();
let database: ProcessedKeys;
beforeEach(() => {
	database = ProcessedKeys.install();
	let id = FIRST_ID;
	service.when('POST /api/v1/tasks', ({ body }) => {
		const task = { id, ...(JSON.parse(body) as object) };
		id += 1;
		return json(task, 201);
	});
});

/** The next execution runs in another process. */
const changeProcess = () => void Reflect.get(Reflect.get(OwnTasks, 'all'), 'entries').clear();

let minutes = 0;
/** An event that was received a minute after the event before it. */
function receive(
	task: IDataObject,
	event = 'task.created',
	payload: IDataObject = { event, task },
): INodeExecutionData {
	const receivedAt = new Date(Date.now() + (minutes += 1) * 60_000).toISOString();
	return { json: { event, task, deliveryId: null, receivedAt, payload } };
}

interface Workflow {
	parameters?: INodeParameters;
	/** Of the node. */
	settings?: Partial<INode>;
	/** Of the trigger. */
	options?: INodeParameters;
}

/** In a process of its own. */
async function execute(
	items: INodeExecutionData[],
	{ parameters = CREATE_OWN, settings = {}, options = {} }: Workflow = {},
) {
	changeProcess();
	const nodes = {
		Trigger: { settings: { type: TRIGGER_TYPE }, parameters: { ...BOTH, options } },
		Action: { parameters, settings },
	};
	const run = await environment.engine.runChain(nodes, { Trigger: ['Action'] }, items);
	const { error, runData } = run.data.resultData;
	const [action] = runData.Action ?? [];
	return {
		error,
		waitTill: run.waitTill,
		items: action?.data?.main?.[0]?.map(({ json: item }) => item),
		hints: action?.hints?.map(({ message }) => message),
	};
}

const OWN = { id: FIRST_ID, title: 'Own' };

describe('the creation of a task that another process created', () => {
	beforeEach(async () => {
		await execute([receive({ id: 1, title: 'By a person' })]);
		expect(countCreates()).toBe(1);
	});

	it('creates nothing, and says which task and which option', async () => {
		const { error, items, hints } = await execute([receive(OWN)]);
		expect([error, items, countCreates()]).toEqual([undefined, [], 1]);
		expect(hints).toEqual([expect.stringMatching(REASON)]);
	});

	it('creates nothing each time that it arrives', async () => {
		for (let n = 0; n < 3; n += 1) await execute([receive(OWN)]);
		expect(countCreates()).toBe(1);
	});

	it.each<[string, INodeParameters]>([
		['a board', { resource: 'board', operation: 'create', name: 'Board' }],
		['an approval', { ...CREATE_OWN, operation: 'sendAndWait', message: 'Send it?' }],
	])('creates no %s', async (_, parameters) => {
		const { error, waitTill, items } = await execute([receive(OWN)], { parameters });
		expect([error, waitTill, items]).toEqual([undefined, undefined, []]);
		expect([countCreates(), service.requestsTo('POST /api/v1/boards').length]).toEqual([1, 0]);
	});

	it('does not keep the node from listing boards', async () => {
		const parameters = { resource: 'board', operation: 'getAll' };
		expect((await execute([receive(OWN)], { parameters })).items).not.toEqual([]);
	});

	it('creates for the events of persons beside it', async () => {
		const person = receive({ id: 9, title: 'By a person' });
		const { items } = await execute([receive(OWN), person]);
		expect([countCreates(), items?.length]).toEqual([2, 1]);
	});

	it('is recognized in Raw output', async () => {
		const { receivedAt, payload } = receive(OWN).json;
		const raw = { body: payload, headers: {}, rawBody: '', receivedAt } as IDataObject;
		await execute([{ json: raw }]);
		expect(countCreates()).toBe(1);
	});

	it('creates nothing if its type only resembles a creation, but for later events', async () => {
		const first = receive(OWN, 'task.created', { action: 'created', task: OWN });
		await execute([first]);
		expect(countCreates()).toBe(1);
		const second = receive(OWN, 'task.created', { action: 'created', task: OWN, n: 2 });
		await execute([second]);
		expect(countCreates()).toBe(2);
		// By hand, after the events: as the first time.
		await execute([first]);
		expect(countCreates()).toBe(2);
		await execute([second]);
		expect(countCreates()).toBe(3);
	});

	it.each<[string, string, INodeParameters]>([
		['it is an update', 'task.updated', {}],
		['Ignore Own Tasks is off', 'task.created', { ignoreOwnTasks: false }],
		['Ignore Own Tasks is off, by a variable', 'task.created', { ignoreOwnTasks: 'false' }],
	])('creates if %s', async (_, event, options) => {
		await execute([receive(OWN, event)], { options });
		expect(countCreates()).toBe(2);
	});

	it.each(['yes', '={{ undefined }}'])(
		'creates nothing if Ignore Own Tasks is %j, which is not false',
		async (ignoreOwnTasks) => {
			await execute([receive(OWN)], { options: { ignoreOwnTasks } });
			expect(countCreates()).toBe(1);
		},
	);

	it('creates nothing in another node that creates', async () => {
		await execute([receive(OWN)], { settings: { id: 'another node' } });
		expect(countCreates()).toBe(1);
	});

	it('creates if n8n does not reach its database, which is logged', async () => {
		const fail = async () => await Promise.reject(new Error('database is locked'));
		Reflect.set(database, 'checkProcessedAndRecord', fail);
		const { error } = await execute([receive(OWN)]);
		expect([error, countCreates()]).toEqual([undefined, 2]);
		expect(environment.engine.warnings.join()).toContain('own tasks could not be kept');
	});
});

it('the task of a person is created for each time that its event arrives, also at the same time', async () => {
	const theirs = { id: 1, title: 'By a person' };
	for (let n = 0; n < 4; n += 1) await execute([receive(theirs)]);
	expect(countCreates()).toBe(4);
	await Promise.all([1, 2, 3].map(async () => await execute([receive(theirs)])));
	expect(countCreates()).toBe(7);
});
