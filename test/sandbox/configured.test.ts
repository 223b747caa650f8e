/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssumptions } from '../../sandbox/assumptions/file';
import { DEFAULTS } from '../../sandbox/assumptions/schema';
import { startSandbox, type AssumedChanges, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { exchange } from '../support/exchange';
import { startReceiver, type Receiver } from '../support/receiver';

const TASK = { title: 'As agreed', board_id: 1 };
const BOARD = { name: 'As agreed', workspace_id: 2 };
const HOOK = { url: 'https://hooks.example.com/', events: ['task.created'] };

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const post = (path: string, body: unknown) =>
	exchange('POST', `${sandbox.url}/api/v1${path}`, { body, token: sandbox.token });
const listBoards = () => exchange('GET', `${sandbox.url}/api/v1/boards`, sandbox);
const logIn = () => post('/auth/login', { email: sandbox.email, password: sandbox.password });
const control = <T = unknown>(
	method: 'GET' | 'POST' | 'PUT' | 'PATCH',
	path: string,
	body?: unknown,
) => call<T>(method, `${sandbox.url}/sandbox${path}`, { body });

describe('the board list', () => {
	it.each(['data', 'boards', 'items', 'results'] as const)('is wrapped in %s', async (name) => {
		const plain = JSON.parse((await listBoards()).text);
		sandbox.assume({ boardsList: name });

		expect(JSON.parse((await listBoards()).text)).toEqual({ [name]: plain });
	});

	it('has ids as text', async () => {
		sandbox.assume({ ids: 'string' });

		expect(JSON.parse((await listBoards()).text)[0]).toMatchObject({
			id: '1',
			workspace_id: '1',
			tasks_count: 2,
		});
	});
});

describe('creating', () => {
	it.each([
		['board', 200, '/boards', BOARD],
		['board', 202, '/boards', BOARD],
		['task', 200, '/tasks', TASK],
		['task', 202, '/tasks', TASK],
		['webhook', 200, '/webhooks', HOOK],
		['webhook', 202, '/webhooks', HOOK],
	] as const)('a %s answers %i with what was created', async (_, createStatus, path, body) => {
		sandbox.assume({ createStatus });
		const answer = await post(path, body);

		expect(answer.status).toBe(createStatus);
		expect(JSON.parse(answer.text)).toMatchObject({ ...body, id: expect.any(Number) });
	});

	it.each<[string, AssumedChanges, (record: object) => unknown]>([
		['wrapped in data', { createBody: 'data' }, (data) => ({ data })],
		['in an array', { createBody: 'array' }, (record) => [record]],
		['with ids as text', { ids: 'string' }, (record) => ({ ...record, id: '4', board_id: '1' })],
	])('answers %s', async (_, changes, shaped) => {
		sandbox.assume(changes);
		const { text } = await post('/tasks', TASK);
		const { body } = await control<object[]>('GET', '/tasks');

		expect(JSON.parse(text)).toEqual(shaped(Object(body.at(-1))));
	});

	it.each<[string, AssumedChanges, number]>([
		['204', { createStatus: 204 }, 204],
		['an empty 201', { createBody: 'empty' }, 201],
		['an empty 202', { createBody: 'empty', createStatus: 202 }, 202],
	])('answers with %s and stores the task', async (_, changes, status) => {
		sandbox.assume(changes);

		expect(await post('/tasks', TASK)).toMatchObject({ status, text: '', error: null });
		expect((await control<unknown[]>('GET', '/tasks')).body).toHaveLength(4);
	});

	it('leaves the id of a webhook out', async () => {
		sandbox.assume({ webhookId: false });
		const { status, text } = await post('/webhooks', HOOK);

		expect(status).toBe(201);
		expect(Object.keys(JSON.parse(text))).toEqual(['url', 'events', 'active', 'created_at']);
	});
});

describe('a login', () => {
	it.each([
		['a token alone', 'token-only', ['token']],
		['more than the document shows', 'extra', ['token', 'user', 'token_type', 'expires_in']],
		['no token', 'no-token', ['user']],
	] as const)('answers with %s', async (_, loginBody, fields) => {
		sandbox.assume({ loginBody });
		const { status, text } = await logIn();

		expect(status).toBe(200);
		expect(Object.keys(JSON.parse(text))).toEqual(expect.arrayContaining([...fields]));
		expect('token' in JSON.parse(text)).toBe(loginBody !== 'no-token');
	});

	it('shows the user with an id as text', async () => {
		sandbox.assume({ ids: 'string' });

		expect(JSON.parse((await logIn()).text)).toMatchObject({ user: { id: '1' } });
	});
});

describe('a refusal', () => {
	const message = 'Some fields are missing or cannot be read';
	const details = [{ field: 'title', message: expect.any(String) }];

	it.each([
		['message', 'application/json', { message }],
		['errors', 'application/json', { errors: details }],
		[
			'problem',
			'application/problem+json',
			{
				type: 'about:blank',
				title: 'validation_failed',
				status: 422,
				detail: message,
				errors: details,
			},
		],
	] as const)('has the shape %s', async (errorBody, type, body) => {
		sandbox.assume({ errorBody });
		const { status, headers, text } = await post('/tasks', { board_id: 1 });

		expect(status).toBe(422);
		expect(headers['content-type']).toContain(type);
		expect(JSON.parse(text)).toEqual(body);
	});

	it.each([
		['text', 'text/plain', /^Some fields are missing or cannot be read$/],
		['html', 'text/html', /<p>Some fields are missing or cannot be read<\/p>/],
		['empty', 'application/json', /^$/],
	] as const)('is no JSON with %s', async (errorBody, type, words) => {
		sandbox.assume({ errorBody });
		const { status, headers, text } = await post('/tasks', { board_id: 1 });

		expect(status).toBe(422);
		expect(headers['content-type']).toContain(type);
		expect(text).toMatch(words);
	});

	it.each([
		['a wrong token', 401, () => exchange('GET', `${sandbox.url}/api/v1/boards`, { token: 'x' })],
		['an unknown board', 404, () => post('/tasks', { ...TASK, board_id: 9 })],
		['an unknown route', 404, () => post('/unknown', {})],
		[
			'a fault before the work',
			503,
			() => {
				sandbox.addFault({ kind: 'status', status: 503 });
				return listBoards();
			},
		],
		[
			'a fault after the work',
			503,
			() => {
				sandbox.addFault({ kind: 'status', status: 503, when: 'after' });
				return listBoards();
			},
		],
	])('keeps its shape for %s (%i)', async (_, status, ask) => {
		sandbox.assume({ errorBody: 'message', validationStatus: 400 });
		const answer = await ask();

		expect(answer.status).toBe(status);
		expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
	});

	it('of wrong fields can be a 400', async () => {
		sandbox.assume({ validationStatus: 400 });

		expect((await post('/tasks', { board_id: 1 })).status).toBe(400);
	});

	it('of the control routes stays as it is', async () => {
		sandbox.assume({ errorBody: 'text', validationStatus: 400 });

		expect(await control('PATCH', '/tasks/1', { title: '' })).toMatchObject({
			status: 422,
			body: { error: { details: [{ field: 'title' }] } },
		});
	});

	it.each([402, 403] as const)('for the plan is %i everywhere but at the login', async (status) => {
		sandbox.assume({ planRefusal: status });
		const answers = [
			await listBoards(),
			await post('/boards', BOARD),
			await post('/tasks', TASK),
			await post('/webhooks', HOOK),
		];

		expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status]);
		expect(answers[0]?.text).toContain('Premium, Business or Enterprise');
		expect((await logIn()).status).toBe(200);
		expect((await control<unknown[]>('GET', '/tasks')).body).toHaveLength(3);
	});

	it('for the plan does not hide that a token is wrong', async () => {
		sandbox.assume({ planRefusal: 403 });

		expect(await exchange('GET', `${sandbox.url}/api/v1/boards`)).toMatchObject({ status: 401 });
	});
});

describe('registering a webhook', () => {
	it.each([
		['http://127.0.0.1:1/', 422],
		['http://localhost:1/', 422],
		['https://localhost:1/', 201],
	])('on loopback as %s answers %i when https is required', async (url, status) => {
		sandbox.assume({ httpsOnLoopback: true });

		expect((await post('/webhooks', { ...HOOK, url })).status).toBe(status);
	});

	it('twice can be a conflict', async () => {
		sandbox.assume({ duplicateWebhooks: 'refused' });
		const answers = [
			await post('/webhooks', HOOK),
			await post('/webhooks', HOOK),
			await post('/webhooks', { ...HOOK, url: `${HOOK.url}other` }),
		];

		expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
		expect(JSON.parse(answers[1]?.text ?? '')).toMatchObject({ error: { code: 'conflict' } });
	});
});

describe('a notification', () => {
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await startReceiver();
		await post('/webhooks', { url: receiver.url, events: ['task.created', 'task.updated'] });
	});
	afterEach(() => receiver.close());

	const notify = async (changes: AssumedChanges) => {
		sandbox.assume(changes);
		sandbox.editTask(1, { title: 'Edited' });
		const [request] = await receiver.waitFor(1);
		await sandbox.idle();
		return { headers: request?.headers ?? {}, body: JSON.parse(String(request?.body)) };
	};
	const task = expect.objectContaining({ id: 1, title: 'Edited', board_id: 1 });
	const envelope = {
		id: expect.stringMatching(/^evt_/),
		event: 'task.updated',
		created_at: expect.any(String),
		workspace_id: 1,
	};

	it.each([
		['data.task', { ...envelope, data: { task } }],
		['task', { ...envelope, task }],
		['data', { ...envelope, data: task }],
		['batch', { events: [{ ...envelope, data: { task } }] }],
		['array', [{ ...envelope, data: { task } }]],
	] as const)('has the shape %s', async (notification, body) => {
		expect((await notify({ notification })).body).toEqual(body);
	});

	it('has the fields of the task at the top with flat', async () => {
		const { body } = await notify({ notification: 'flat' });

		expect(body).toEqual(task);
		expect(body).toMatchObject({ event: 'task.updated', workspace_id: 1 });
	});

	it.each(['type', 'event_type', 'kind', 'action'] as const)(
		'names its kind in %s',
		async (eventField) => {
			const { body } = await notify({ eventField });

			expect(body).toMatchObject({ [eventField]: 'task.updated' });
			expect(body).not.toHaveProperty('event');
		},
	);

	it('names its kind in the header alone', async () => {
		const { body, headers } = await notify({ eventField: 'none' });

		expect(Object.keys(body)).toEqual(['id', 'created_at', 'workspace_id', 'data']);
		expect(headers['x-webhook-event']).toBe('task.updated');
	});

	it.each([
		['task_created', 'task_updated'],
		['TASK_CREATED', 'TASK_UPDATED'],
	] as const)('spells its kind like %s', async (eventSpelling, kind) => {
		const { body, headers } = await notify({ eventSpelling });

		expect([body.event, headers['x-webhook-event']]).toEqual([kind, kind]);
		expect(sandbox.deliveries()).toMatchObject([{ event: 'task.updated' }]);
	});

	it.each([
		['the event', { eventHeader: false }, ['x-webhook-delivery']],
		['the delivery', { deliveryIdHeader: false }, ['x-webhook-event']],
		['both', { eventHeader: false, deliveryIdHeader: false }, []],
	])('leaves out the header of %s', async (_, changes, left) => {
		const { headers } = await notify(changes);

		expect(
			Object.keys(headers)
				.filter((name) => name.startsWith('x-webhook'))
				.sort(),
		).toEqual(left);
	});

	it('has ids as text', async () => {
		expect((await notify({ ids: 'string' })).body).toMatchObject({
			workspace_id: '1',
			data: { task: { id: '1', board_id: '1' } },
		});
	});

	it('is tried again as often as configured', async () => {
		receiver.react(500);
		await notify({ retryDelaysMs: [0, 0, 0] });

		expect(sandbox.deliveries().map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
	});
});

describe('the assumptions', () => {
	it('are the documented ones by default', async () => {
		expect((await control('GET', '/assumptions')).body).toEqual(DEFAULTS);
	});

	it('are given at the start, and come back with a reset', async () => {
		await sandbox.close();
		sandbox = await startSandbox({
			assumptions: { ids: 'string', retryDelaysMs: [5] },
			retryDelaysMs: [7],
		});
		await control('PATCH', '/assumptions', { ids: 'number' });
		await control('POST', '/reset');

		expect(sandbox.assumptions()).toEqual({ ...DEFAULTS, ids: 'string', retryDelaysMs: [7] });
	});

	it('change one by one with PATCH and all together with PUT', async () => {
		await control('PATCH', '/assumptions', { ids: 'string' });
		const patched = await control('PATCH', '/assumptions', { createStatus: 200 });
		const put = await control('PUT', '/assumptions', { planRefusal: 402 });

		expect(patched).toMatchObject({ status: 200, body: { ids: 'string', createStatus: 200 } });
		expect(put.body).toEqual({ ...DEFAULTS, planRefusal: 402 });
		expect(sandbox.assumptions()).toEqual(put.body);
	});

	it.each([
		['an unknown setting', { idz: 'string' }, 'idz'],
		['an unknown value', { ids: 'uuid' }, 'ids'],
		['an unknown status', { createStatus: 418 }, 'createStatus'],
		['a number for a switch', { webhookId: 1 }, 'webhookId'],
		['a negative wait', { retryDelaysMs: [-1] }, 'retryDelaysMs.0'],
	])('refuse %s and stay', async (_, body, field) => {
		for (const method of ['PUT', 'PATCH'] as const) {
			expect(await control(method, '/assumptions', body)).toMatchObject({
				status: 422,
				body: { error: { details: [{ field }] } },
			});
		}
		expect(sandbox.assumptions()).toEqual(DEFAULTS);
	});

	it.each(Object.keys(DEFAULTS))('are described: %s', async (name) => {
		expect(await readFile('sandbox/README.md', 'utf8')).toContain(`\`${name}\``);
	});
});

describe('a file of assumptions', () => {
	let folder: string;
	let file: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'assumptions-'));
	});
	beforeEach(() => {
		file = join(folder, 'assumptions.json');
	});
	afterEach(() => rm(file, { force: true }));
	afterAll(() => rm(folder, { recursive: true }));

	it('is read', async () => {
		await writeFile(file, '{"ids": "string", "planRefusal": null}');

		expect(readAssumptions(file)).toEqual({ ids: 'string', planRefusal: null });
	});

	it.each([
		['an unknown setting', '{"idz": 1}', 'idz'],
		['an unknown value', '{"ids": "uuid"}', 'ids'],
		['no JSON', 'ids: string', 'JSON'],
	])('is refused with %s, by name', async (_, text, named) => {
		await writeFile(file, text);

		expect(() => readAssumptions(file)).toThrow(named);
		expect(() => readAssumptions(file)).toThrow(file);
	});

	it('is refused when it is not there', () => {
		expect(() => readAssumptions(file)).toThrow('ENOENT');
	});
});
