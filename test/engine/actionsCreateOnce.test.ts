import { setImmediate } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';
import { MAY_EXIST } from './hints';

const CHECK = 'Check the service. To create it, use another key for this item only.';
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const skipped = (key: string, certain = true) => ({
	board_id: 1,
	title: key,
	skipped: true,
	certain,
	key,
	reason: certain
		? `Already created for key ${key}, by an earlier item or execution.`
		: `May already exist: an earlier request for key ${key} got no clear response. ${CHECK}`,
});
/** Without the notes that their outcome is unclear. */
const keysIn = (keys: ProcessedKeys) => keys.all().filter((key) => !/^unclear /.test(String(key)));

let service: ScriptedServer;
let engine: Engine;
let keys: ProcessedKeys;

beforeEach(async () => {
	service = await startServer(json({ id: 1 }, 201));
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
	keys = ProcessedKeys.install();
});
afterEach(async () => await service.close());

const PARAMETERS = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: '={{ $json.order }}',
	options: { createOncePer: '={{ $json.order }}', maxRetries: 0 },
};

async function run(orders: unknown[], settings = {}, more: INodeParameters = {}) {
	const items = orders.map((order) => ({ json: { order } as never }));
	const parameters = { ...PARAMETERS, ...more };
	return Engine.outcome(await engine.run({ parameters, settings }, items));
}

const outputOf = async (...run_: Parameters<typeof run>) =>
	(await run(...run_)).items.map((item) => item.json);

describe('Create Once Per', () => {
	it('creates once per key across executions and reports skipped items', async () => {
		expect(await outputOf(['A', 'B'])).toEqual([{ id: 1 }, { id: 1 }]);
		expect(await outputOf(['B', 'C', 'A'])).toEqual([skipped('B'), { id: 1 }, skipped('A')]);
		expect(service.requests).toHaveLength(3);
	});

	it('returns no other fields of a skipped item', async () => {
		const additionalFields = { description: 'Long', priority: 'high' };
		await run(['A'], {}, { additionalFields });
		expect(await outputOf(['A'], {}, { additionalFields })).toEqual([skipped('A')]);
	});

	it('returns a large board ID of a skipped item as text', async () => {
		const boardId = { __rl: true, mode: 'id', value: '9007199254740993' };
		await run(['A'], {}, { boardId });
		const [item] = await outputOf(['A'], {}, { boardId });
		expect(item).toEqual({ ...skipped('A'), board_id: '9007199254740993' });
	});

	it('accepts a board whose name, as the list showed it, has braces', async () => {
		const cachedResultName = '{{ Template }}';
		const boardId = { __rl: true, mode: 'list', value: '1', cachedResultName };
		expect(await outputOf(['A'], {}, { boardId })).toEqual([{ id: 1 }]);
	});

	it('fails only the item whose key cannot be evaluated, also the first', async () => {
		const key = '={{ $json.order === "A" ? $("Nowhere").item.json.order : $json.order }}';
		const output = await outputOf(['A', 'B'], CONTINUE, { options: { createOncePer: key } });
		expect(output).toEqual([{ error: "Referenced node doesn't exist" }, { id: 1 }]);
	});

	it('creates once for items of a run with the same key', async () => {
		expect(await outputOf(['A', 'A', 'A'])).toEqual([{ id: 1 }, skipped('A'), skipped('A')]);
		expect(service.requests).toHaveLength(1);
	});

	it('registers one URL once for each key', async () => {
		const url = 'https://n8n.example.com/hook';
		const webhook = { resource: 'webhook', operation: 'create', url, events: ['task.created'] };
		expect(await outputOf(['A', 'B'], {}, webhook)).toEqual([{ id: 1 }, { id: 1 }]);
		expect(service.requests).toHaveLength(2);
		expect(keysIn(keys)).toHaveLength(2);
	});

	it.each<[string, Reply]>([
		['refused it', { status: 422, body: 'no' }],
		['asked to wait too long', { status: 429, headers: { 'retry-after': '4000' } }],
	])('tries again for the next item or execution if the service %s', async (_, reply) => {
		service.reply(reply);
		const { items } = await run(['A', 'A'], CONTINUE);
		expect(items.map((item) => item.json.error !== undefined)).toEqual([true, true]);
		expect(keys.all()).toEqual([]);
	});

	it('does not create again what may have been created', async () => {
		service.reply(500, json({ id: 2 }, 201));
		expect((await run(['A'])).error?.description).toContain(MAY_EXIST);
		expect(await outputOf(['A'])).toEqual([skipped('A', false)]);
		expect(service.requests).toHaveLength(1);
	});

	it('takes what may be missing for failed where that does not end the run', async () => {
		service.reply(500, json({ id: 2 }, 201));
		const [first, second] = await outputOf(['A', 'A'], CONTINUE);
		expect(first?.message).toContain(MAY_EXIST);
		const error = 'May already exist: an earlier request for key A got no clear response';
		expect(second).toEqual({ error, message: CHECK });
		const { outputs } = await run(['A', 'B'], { onError: 'continueErrorOutput' });
		const [done, failed] = outputs.map((items) => items?.map(({ json: item }) => item));
		expect(done).toEqual([{ id: 2 }]);
		expect(failed).toMatchObject([{ error }]);
	});

	it('is certain of what the service confirmed without a readable response', async () => {
		service.reply({ status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":' });
		expect(await outputOf(['A'])).toMatchObject([{ success: true }]);
		expect(await outputOf(['A'])).toEqual([skipped('A')]);
	});

	it('keeps only the key of the create that was in flight at a cancellation', async () => {
		service.reply('hold');
		const options = { ...PARAMETERS.options, concurrency: 1 };
		const running = engine.startRun(
			{ parameters: { ...PARAMETERS, options } },
			['A', 'B'].map((order) => ({ json: { order } })),
		);
		await service.waitFor(1);
		running.cancel();
		await running;
		expect(keysIn(keys)).toEqual([expect.stringContaining('"A"')]);
	});

	it('sends in the next execution what a cancelled pause held back', async () => {
		const limit = { status: 429, headers: { 'retry-after': '60' } };
		service.reply(json({ id: 1 }, 201), json({ id: 2 }, 201), limit);
		const options = { ...PARAMETERS.options, maxRetries: 4, concurrency: 1 };
		const orders = ['A', 'B', 'C', 'D'];
		const running = engine.startRun(
			{ parameters: { ...PARAMETERS, options } },
			orders.map((order) => ({ json: { order } })),
		);
		await service.waitFor(3);
		// Until the refused one is released.
		while (keysIn(keys).length > 2) await setImmediate();
		running.cancel();
		expect(Engine.outcome(await running).outputs).toEqual([]);
		service.reply(json({ id: 3 }, 201));
		engine.credentials.stored = { baseUrl: service.url, apiToken: 'another' };
		expect(await outputOf(orders)).toEqual([skipped('A'), skipped('B'), { id: 3 }, { id: 3 }]);
	});

	it('counts skipped items in hints, with a warning for those that may be missing', async () => {
		service.reply(json({ id: 1 }, 201), 500, json({ id: 2 }, 201));
		const options = { ...PARAMETERS.options, concurrency: 1 };
		await run(['A', 'B'], CONTINUE, { options });
		const items = ['A', 'B', 'C'].map((order) => ({ json: { order } }));
		const { data } = await engine.run({ parameters: PARAMETERS }, items);
		const hints = data.resultData.runData.Node?.[0]?.hints ?? [];
		expect(hints.map(({ message, type }) => [type, message])).toEqual([
			['warning', '1 of 3 items skipped: may already exist for the same key. Check the service.'],
			[undefined, '1 of 3 items skipped: already created for the same key ("Create Once Per")'],
		]);
	});

	it('sends nothing that waited for a create of the same key once an item failed', async () => {
		service.reply('hold', { status: 422, body: 'no' });
		const start = (...orders: string[]) =>
			engine.startRun(
				{ parameters: PARAMETERS },
				orders.map((order) => ({ json: { order } })),
			);
		const other = start('A');
		await service.waitFor(1);
		const failing = start('B', 'A');
		await service.waitFor(2);
		// Until the refused one is released.
		while (keysIn(keys).length > 1) await setImmediate();
		service.release({ status: 422, body: 'no' });
		await Promise.all([other, failing]);
		expect(service.requests).toHaveLength(2);
		expect(keys.all()).toEqual([]);
	});

	it('sends no item after one whose key could not be recorded', async () => {
		const record = keys.checkProcessedAndRecord.bind(keys);
		keys.checkProcessedAndRecord = async (...call) => {
			if (String(call[0]).includes('"A"')) throw new Error('no database');
			return await record(...call);
		};
		const options = { ...PARAMETERS.options, concurrency: 1 };
		const { error } = await run(['A', 'B'], {}, { options });
		expect(error?.message).toBe('no database');
		expect(service.requests).toEqual([]);
	});

	it('creates one board per name regardless of the keys, and none for skipped items', async () => {
		service.when('GET /api/v1/boards', json([]));
		const board = { resource: 'board', operation: 'findOrCreate', name: 'New' };
		await run(['A'], {}, board);
		expect(await outputOf(['A', 'B', 'C'], {}, board)).toEqual([
			{ ...skipped('A'), board_id: undefined, title: undefined, name: 'New' },
			{ id: 1, created: true },
			{ id: 1, created: false },
		]);
		expect(service.requestsTo('POST /api/v1/boards')).toHaveLength(2);
	});

	it('with Retry On Fail returns what was created, not that it was skipped', async () => {
		service.reply(json({ id: 1 }, 201), { status: 422, body: 'no' }, json({ id: 2 }, 201));
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const options = { ...PARAMETERS.options, concurrency: 1 };
		expect(await outputOf(['A', 'B'], settings, { options })).toEqual([{ id: 1 }, { id: 2 }]);
	});

	it.each([
		['an empty key', '', '"Create Once Per" is empty: its expression returned nothing'],
		['no key', undefined, '"Create Once Per" is empty: its expression returned nothing'],
		['a key that is not text', { a: 1 }, '"Create Once Per" must be text, not {"a":1}'],
		[
			'an incomplete key',
			'v2-undefined',
			'"Create Once Per" must be complete (a field in its expression seems to be missing or empty), not "v2-undefined"',
		],
	])('sends nothing for %s, and records nothing', async (_, order, message) => {
		const { error } = await run([order], {}, { title: 'a' });
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
		expect(keys.all()).toEqual([]);
	});

	it('keeps separate keys for each operation and service', async () => {
		await run(['A']);
		const board = { resource: 'board', operation: 'create', name: 'A' };
		expect(await outputOf(['A'], {}, board)).toEqual([{ id: 1 }]);
		engine.credentials.stored = { baseUrl: `${service.url}/other`, apiToken: 't0ken' };
		expect(await outputOf(['A'])).toEqual([{ id: 1 }]);
	});

	it('keeps separate keys for each credential, and each email of a login', async () => {
		service.when('POST /api/v1/auth/login', json({ token: 'session' }));
		const runAs = async (email: string) => {
			const login = { baseUrl: service.url, email, password: 'p4ss', sessionToken: '' };
			engine.credentials.stored = login;
			return await outputOf(['A'], {}, { authentication: 'login' });
		};
		await run(['A']);
		expect(await runAs('ada@example.com')).toEqual([{ id: 1 }]);
		expect(await runAs('bob@example.com')).toEqual([{ id: 1 }]);
		expect(await runAs('ada@example.com')).toEqual([skipped('A')]);
	});

	it('has no effect if it is empty, or for lists', async () => {
		const off = { options: { createOncePer: '' } };
		expect(await outputOf(['A', 'A'], {}, off)).toEqual([{ id: 1 }, { id: 1 }]);
		service.reply(json([{ id: 3 }]));
		const lists = { resource: 'board', operation: 'getAll', returnAll: true };
		expect(await outputOf(['A', 'A'], {}, lists)).toEqual([{ id: 3 }, { id: 3 }]);
		expect(await outputOf(['', '}}'], {}, lists)).toEqual([{ id: 3 }, { id: 3 }]);
		expect(keys.all()).toEqual([]);
	});

	it('finds an existing board without recording a key', async () => {
		service.when('GET /api/v1/boards', json([{ id: 4, name: 'A' }]));
		const parameters = { resource: 'board', operation: 'findOrCreate', name: 'A' };
		expect(await outputOf(['A', 'A'], {}, parameters)).toEqual([
			{ id: 4, name: 'A', created: false },
			{ id: 4, name: 'A', created: false },
		]);
		expect(keys.all()).toEqual([]);
	});
});
