import type { IExecuteFunctions } from 'n8n-workflow';

import { IdsInDatabase } from '../../../nodes/WorkspaceTaskService/ownTasks/idsInDatabase';

const never = new AbortController().signal;

/** n8n's list of a workflow, in its database. Each access is one that n8n makes. */
class Database {
	entries: string[] = [];
	accesses: string[] = [];

	/** n8n's context of an execution. */
	readonly context = {
		logger: { warn: () => {} },
		getWorkflow: () => ({ id: this.workflow }),
		helpers: {
			checkProcessedAndRecord: async (values: string[], scope: string) => {
				this.accesses.push(`check ${scope}`);
				const before = new Set(this.entries);
				await Promise.resolve();
				this.entries = [...new Set([...this.entries, ...values])];
				return { new: [], processed: values.filter((value) => before.has(value)) };
			},
			removeProcessed: async (values: string[], scope: string) => {
				this.accesses.push(`remove ${scope}`);
				this.entries = this.entries.filter((entry) => !values.includes(entry));
			},
		},
	} as unknown as IExecuteFunctions;

	constructor(private readonly workflow: string) {}
}

let workflows = 0;
let database: Database;
/** Another service each, so that nothing is known of it. */
let url: string;
beforeEach(() => {
	jest.useFakeTimers();
	workflows += 1;
	database = new Database(`shared ${workflows}`);
	url = `https://tasks${workflows}.example.com`;
});
afterEach(() => jest.useRealTimers());

const open = () => new IdsInDatabase(database.context, url);

async function add(id: string, sentDate = new Date()): Promise<void> {
	const ids = open();
	ids.addInBackground(id, sentDate);
	await ids.awaitWrites();
}

const lookUp = async (...ids: string[]) => await open().lookUpOwnIds(ids, new Date(), never);

it('the database is asked once about a task of a person, and once more if it comes again', async () => {
	await lookUp('1', '2', '3');
	expect(database.accesses).toEqual(['check workflow']);
	await lookUp('1');
	expect(database.accesses.slice(1)).toEqual([
		'check workflow',
		'check workflow',
		'remove workflow',
	]);
});

it('the database is not asked about an event that shows no task', async () => {
	expect(await lookUp()).toEqual([]);
	expect(database.accesses).toEqual([]);
});

it('own tasks that come while others are written are written together', async () => {
	const ids = open();
	for (let id = 0; id < 50; id += 1) ids.addInBackground(String(id), new Date());
	await ids.awaitWrites();
	expect(database.accesses).toHaveLength(1);
	expect(await lookUp('0', '49')).toEqual(['0', '49']);
});

it('each write repeats the last 100 own tasks, which another process may have overwritten', async () => {
	for (let id = 0; id <= 100; id += 1) await add(String(id));
	database.entries = [];
	await lookUp('a task of a person');
	expect(await lookUp('0', '1', '100')).toEqual(['1', '100']);
});

describe('a service that delivers the event before it responds', () => {
	const TOOK_MS = 600;

	/** Asked about before the response to its create came. */
	async function createEarly(id: string): Promise<void> {
		const sentDate = new Date();
		expect(await lookUp(id)).toEqual([]);
		await jest.advanceTimersByTimeAsync(TOOK_MS);
		await add(id, sentDate);
	}

	it('is waited for from then on, as long as its create took', async () => {
		await createEarly('1');
		const sentDate = new Date();
		const second = lookUp('2');
		await jest.advanceTimersByTimeAsync(TOOK_MS - 1);
		await add('2', sentDate);
		await jest.advanceTimersByTimeAsync(1);
		expect(await second).toEqual(['2']);
	});

	it('delays no event that is old enough', async () => {
		await createEarly('1');
		const receivedDate = new Date(Date.now() - TOOK_MS);
		const old = open().lookUpOwnIds(['8'], receivedDate, never);
		await jest.advanceTimersByTimeAsync(0);
		expect(await old).toEqual([]);
	});

	it('is waited for 30 seconds at most, and not longer than the execution', async () => {
		const sentDate = new Date(Date.now() - 60_000);
		await lookUp('1');
		await add('1', sentDate);
		let isAnswered = false;
		void lookUp('8').then(() => (isAnswered = true));
		await jest.advanceTimersByTimeAsync(29_999);
		expect(isAnswered).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(isAnswered).toBe(true);
		const cancel = new AbortController();
		const cancelled = open().lookUpOwnIds(['9'], new Date(), cancel.signal);
		cancel.abort(new Error('cancelled'));
		await expect(cancelled).rejects.toThrow('cancelled');
	});

	it('changes nothing for another service', async () => {
		await createEarly('1');
		url = `${url}.other`;
		expect(await lookUp('8')).toEqual([]);
	});
});
