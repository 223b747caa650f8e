import { setImmediate } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { json, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	CREATE_BOARD,
	CREATE_TASK,
	engine,
	FIND_BOARD,
	GET_MANY,
	LIST_BOARDS,
	locate,
	LOGIN,
	POST_BOARD,
	REGISTER,
	RETRY_ON_FAIL,
	run,
	service,
	setUpService,
	startRun,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { Engine } from '../support/engine/engine';
import { MAY_EXIST } from './hints';

const CHECK = 'Check the service. To create it, use another key for this item only.';
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
const REFUSED: Reply = { status: 422, body: 'no' };

let keys: ProcessedKeys;
setUpService(json({ id: 1 }, 201));
beforeEach(() => (keys = ProcessedKeys.install()));

/** Without the notes that their outcome is unclear. */
const listKeys = () => keys.all().filter((key) => !/^unclear /.test(String(key)));

const OPTIONS = { createOncePer: '={{ $json.title }}', maxRetries: 0 };
const ONE_BY_ONE = { options: { ...OPTIONS, concurrency: 1 } };
const makeOrders = (titles: unknown[]) => titles.map((title) => ({ title, name: title }));

const create = async (titles: unknown[], settings = {}, more: INodeParameters = {}) =>
	await run({ ...CREATE_TASK, options: OPTIONS, ...more }, makeOrders(titles), settings);

const createdBy = async (...given: Parameters<typeof create>) => (await create(...given)).json;

describe('Create Once Per', () => {
	it('creates once per key across items and executions, and reports skipped items', async () => {
		expect(await createdBy(['A', 'B', 'A'])).toEqual([{ id: 1 }, { id: 1 }, skipped('A')]);
		expect(await createdBy(['B', 'C', 'A'])).toEqual([skipped('B'), { id: 1 }, skipped('A')]);
		expect(service.requests).toHaveLength(3);
	});

	it('returns no other fields of a skipped item, and a large board ID as text', async () => {
		const boardId = locate('id', '9007199254740993');
		const more = { boardId, additionalFields: { description: 'Long', priority: 'high' } };
		await create(['A'], {}, more);
		expect(await createdBy(['A'], {}, more)).toEqual([
			{ ...skipped('A'), board_id: '9007199254740993' },
		]);
	});

	it('fails only the item whose key cannot be evaluated, also the first', async () => {
		const key = '={{ $json.title === "A" ? $("Nowhere").item.json.title : $json.title }}';
		const output = await createdBy(['A', 'B'], CONTINUE, { options: { createOncePer: key } });
		expect(output).toEqual([{ error: "Referenced node doesn't exist" }, { id: 1 }]);
	});

	it('registers one URL once for each key', async () => {
		expect(await createdBy(['A', 'B'], {}, REGISTER)).toEqual([{ id: 1 }, { id: 1 }]);
		expect(service.requests).toHaveLength(2);
		expect(listKeys()).toHaveLength(2);
	});

	it.each<[string, Reply]>([
		['refused it', REFUSED],
		['asked to wait too long', { status: 429, headers: { 'retry-after': '4000' } }],
	])('tries again for the next item or execution if the service %s', async (_, reply) => {
		service.reply(reply);
		const output = await createdBy(['A', 'A'], CONTINUE);
		expect(output.map(({ error }) => error !== undefined)).toEqual([true, true]);
		expect(keys.all()).toEqual([]);
	});

	it('does not create again what may have been created', async () => {
		service.reply(500, json({ id: 2 }, 201));
		expect((await create(['A'])).error?.description).toContain(MAY_EXIST);
		expect(await createdBy(['A'])).toEqual([skipped('A', false)]);
		expect(service.requests).toHaveLength(1);
	});

	it('takes what may be missing for failed where that does not end the run', async () => {
		service.reply(500, json({ id: 2 }, 201));
		const [first, second] = await createdBy(['A', 'A'], CONTINUE);
		expect(first?.message).toContain(MAY_EXIST);
		const error = 'May already exist: an earlier request for key A got no clear response';
		expect(second).toEqual({ error, message: CHECK });
		const { outputs } = await create(['A', 'B'], { onError: 'continueErrorOutput' });
		expect(outputs).toMatchObject([[{ json: { id: 2 } }], [{ json: { error } }]]);
	});

	it('is certain of what the service confirmed without a readable response', async () => {
		service.reply({ status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":' });
		expect(await createdBy(['A'])).toMatchObject([{ success: true }]);
		expect(await createdBy(['A'])).toEqual([skipped('A')]);
	});

	it('keeps only the key of the create that was in flight at a cancellation', async () => {
		service.reply('hold');
		const running = startRun({ ...CREATE_TASK, ...ONE_BY_ONE }, makeOrders(['A', 'B']));
		await service.waitFor(1);
		running.cancel();
		await running;
		expect(listKeys()).toEqual([expect.stringContaining('"A"')]);
	});

	it('sends in the next execution what a cancelled pause held back', async () => {
		const limit = { status: 429, headers: { 'retry-after': '60' } };
		service.reply(json({ id: 1 }, 201), json({ id: 2 }, 201), limit);
		const orders = ['A', 'B', 'C', 'D'];
		const options = { ...ONE_BY_ONE.options, maxRetries: 4 };
		const running = startRun({ ...CREATE_TASK, options }, makeOrders(orders));
		await service.waitFor(3);
		// Until the refused one is released.
		while (listKeys().length > 2) await setImmediate();
		running.cancel();
		expect(Engine.outcome(await running).outputs).toEqual([]);
		service.reply(json({ id: 3 }, 201));
		engine.credentials.stored = { baseUrl: service.url, apiToken: 'another' };
		expect(await createdBy(orders)).toEqual([skipped('A'), skipped('B'), { id: 3 }, { id: 3 }]);
	});

	it('counts skipped items in hints, with a warning for those that may be missing', async () => {
		service.reply(json({ id: 1 }, 201), 500, json({ id: 2 }, 201));
		await create(['A', 'B'], CONTINUE, ONE_BY_ONE);
		expect((await create(['A', 'B', 'C'])).hints).toEqual([
			{
				message: '1 of 3 items skipped: may already exist for the same key. Check the service.',
				type: 'warning',
			},
			{ message: '1 of 3 items skipped: already created for the same key ("Create Once Per")' },
		]);
	});

	it('sends no item after one whose key could not be recorded', async () => {
		const record = keys.checkProcessedAndRecord.bind(keys);
		keys.checkProcessedAndRecord = async (...call) => {
			if (String(call[0]).includes('"A"')) throw new Error('no database');
			return await record(...call);
		};
		const { error } = await create(['A', 'B'], {}, ONE_BY_ONE);
		expect(error?.message).toBe('no database');
		expect(service.requests).toEqual([]);
	});

	it('creates one board per name regardless of the keys, and none for skipped items', async () => {
		service.when(LIST_BOARDS, json([]));
		const board = { ...FIND_BOARD, name: 'New' };
		await create(['A'], {}, board);
		expect(await createdBy(['A', 'B', 'C'], {}, board)).toEqual([
			{ ...skipped('A'), board_id: undefined, title: undefined, name: 'New' },
			{ id: 1, created: true },
			{ id: 1, created: false },
		]);
		expect(countRequests(POST_BOARD)).toBe(2);
	});

	it('finds an existing board without recording a key', async () => {
		service.when(LIST_BOARDS, json([{ id: 4, name: 'A' }]));
		const found = { id: 4, name: 'A', created: false };
		expect(await createdBy(['A', 'A'], {}, FIND_BOARD)).toEqual([found, found]);
		expect(keys.all()).toEqual([]);
	});

	it('with Retry On Fail returns what was created, not that it was skipped', async () => {
		service.reply(json({ id: 1 }, 201), REFUSED, json({ id: 2 }, 201));
		expect(await createdBy(['A', 'B'], RETRY_ON_FAIL, ONE_BY_ONE)).toEqual([{ id: 1 }, { id: 2 }]);
	});

	it.each([
		['no key', undefined, '"Create Once Per" is empty: its expression returned nothing'],
		['a key that is not text', { a: 1 }, '"Create Once Per" must be text, not {"a":1}'],
	])('sends nothing for %s, and records nothing', async (_, key, message) => {
		const { error } = await create([key], {}, { title: 'a' });
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
		expect(keys.all()).toEqual([]);
	});

	it('keeps separate keys for each operation and service', async () => {
		await create(['A']);
		expect(await createdBy(['A'], {}, CREATE_BOARD)).toEqual([{ id: 1 }]);
		engine.credentials.stored = { baseUrl: `${service.url}/other`, apiToken: 't0ken' };
		expect(await createdBy(['A'])).toEqual([{ id: 1 }]);
	});

	it('keeps separate keys for each credential and each email of a login, not each token', async () => {
		service.when(LOGIN, json({ token: 'session' }));
		const login = { baseUrl: service.url, password: 'p4ss', sessionToken: '' };
		const createAs = async (email: string) => {
			engine.credentials.stored = { ...login, email };
			return await createdBy(['A'], {}, { authentication: 'login' });
		};
		await create(['A']);
		engine.credentials.stored = { baseUrl: service.url, apiToken: 'another' };
		expect(await createdBy(['A'])).toEqual([skipped('A')]);
		expect(await createAs('ada@example.com')).toEqual([{ id: 1 }]);
		expect(await createAs('bob@example.com')).toEqual([{ id: 1 }]);
		expect(await createAs(' Ada@example.com')).toEqual([skipped('A')]);
	});

	it('has no effect if it is empty, or for lists', async () => {
		const off = { options: { createOncePer: '' } };
		expect(await createdBy(['A', 'A'], {}, off)).toEqual([{ id: 1 }, { id: 1 }]);
		service.reply(json([{ id: 3 }]));
		expect(await createdBy(['', '}}'], {}, GET_MANY)).toEqual([{ id: 3 }, { id: 3 }]);
		expect(keys.all()).toEqual([]);
	});
});
