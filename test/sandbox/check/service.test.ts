import { ServiceCheck, type CheckOptions } from '../../../tools/check/check';
import { listen } from '../../../tools/check/listener';
import { reportOn, TESTS } from '../../../tools/check/report';
import { startSandbox } from '../../../sandbox/sandbox';
import { apiRows } from '../../../tools/check/apiRows';
import { startServer, json, type ScriptedServer } from '../../../tools/http/server';
import { call } from '../../../tools/http/client';
import { checkOptions, checkSandbox } from '../../support/sandbox/check';

let service: ScriptedServer;
beforeEach(async () => {
	service = await startServer();
});
afterEach(async () => await service.close());

const run = async (options: CheckOptions) => await new ServiceCheck(options).run();
const BOARD = { id: 'b-1', name: 'Ann’s plans', workspace_id: 'w-1', cards: 0 };

/** Consistent, but unlike the sandbox in everything that the API document does not show. */
function scriptOtherService(): void {
	const boards: object[] = [BOARD];
	let hook = '';
	const task = ({ body }: { body: string }) => {
		const { title, due_date } = JSON.parse(body);
		if (title === undefined) return json({ ok: false, reason: 'Ann must give a title' }, 400);
		Object.assign(boards.at(-1) ?? {}, { cards: title.endsWith('2') ? 2 : 1 });
		const card = { uuid: 'c-1', title, due: due_date };
		const payload = { topic: 'Task:Created', card };
		if (hook) void call('PUT', hook, { body: payload }).catch(() => undefined);
		return json({ card }, 200);
	};
	service.when('GET /api/v1/boards', () => ({
		...json({ result: boards, next_cursor: null }),
		headers: { 'x-ratelimit-remaining': '7' },
	}));
	service.when('POST /api/v1/boards', ({ body }) => {
		boards.push({ ...BOARD, ...JSON.parse(body), id: 'b-2' });
		return json({ board: boards.at(-1) }, 200);
	});
	service.when('POST /api/v1/tasks', task);
	service.when('POST /api/v1/webhooks', ({ body }) => {
		hook = JSON.parse(body).url;
		return { status: 204 };
	});
}

const found = (rows: ReturnType<typeof reportOn>['rows'], what: string) =>
	rows.find((row) => row.what === what);

describe('the rows of docs/API.md', () => {
	it('have unique names and include every test', () => {
		const names = apiRows.map(({ what }) => what);

		expect(Object.keys(TESTS).filter((name) => !names.includes(name))).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
	});
});

describe('a report', () => {
	it.each([
		[{}, 'kept', 'none was made', 'in the header x-webhook-delivery'],
		[
			{ unknownFields: 'refused', addressCheck: 'challenge', deliveryIdHeader: false },
			'refused',
			'a GET with a challenge in challenge',
			'in no header',
		],
	] as const)('of %j has words where the settings have values', async (assumed, ...words) => {
		const { rows } = await checkSandbox({ ...assumed, retryDelaysMs: [0] });
		const names = ['fields that are not shown', 'a check of the URL before it is used'];

		expect([...names, 'ids of deliveries'].map((name) => found(rows, name)?.seen)).toEqual(words);
		expect(found(rows, 'status of a success')?.seen).toBe('status 201');
		expect(found(rows, 'how soon notifications arrive')?.seen).toBe('at once');
	});

	it('of a refused board says nothing about a success, and shows the words of the service', async () => {
		service.when('GET /api/v1/boards', json([]));
		service.when('POST /api/v1/boards', json({ message: 'workspace_id is required' }, 400));
		const lines: string[] = [];
		const log = (line: string) => lines.push(line);
		const report = reportOn(await run(checkOptions(service.url, { log })));

		expect(report.rows.filter(({ verdict }) => verdict === 'different')).toEqual([]);
		expect(report.assumptions).toMatchObject({ validationStatus: 400, errorBody: 'message' });
		expect(report.assumptions).not.toHaveProperty('createStatus');
		expect(lines.at(-1)).toMatch(/refused it: 400 workspace_id is required/);
	});

	it('of an account without boards is complete with the workspace that is given', async () => {
		const boards: object[] = [];
		service.when('GET /api/v1/boards', () => json(boards));
		service.when('POST /api/v1/boards', ({ body }) => {
			const { name, workspace_id } = JSON.parse(body);
			if (workspace_id !== 3) return json({ message: 'workspace_id is required' }, 400);
			boards.push({ id: 1, name, workspace_id });
			return json(boards.at(-1), 201);
		});
		service.when('POST /api/v1/tasks', ({ body }) => json({ id: 2, ...JSON.parse(body) }, 201));
		const { rows } = reportOn(await run(checkOptions(service.url, { workspace: '3' })));

		expect(found(rows, 'status of a success')?.seen).toBe('status 201');
		expect(service.requestsTo('POST /api/v1/tasks')).toHaveLength(3);
	});

	it.each([
		[true, 3],
		[false, 0],
	])(
		'uses a board that exists if no other can be made and the person agrees: %s',
		async (agrees, tasks) => {
			service.when('GET /api/v1/boards', json([BOARD]));
			service.when('POST /api/v1/boards', json({ message: 'Board limit reached' }, 403));
			service.when('POST /api/v1/tasks', ({ body }) => {
				const task = JSON.parse(body);
				return task.title ? json({ id: 7, ...task }, 201) : json({ message: 'No title' }, 422);
			});
			const questions: string[] = [];
			const confirm = async (question: string) => Boolean(questions.push(question)) && agrees;
			const { rows } = reportOn(await run(checkOptions(service.url, { confirm })));

			expect(questions).toEqual([
				expect.stringMatching(/Create the tasks on "Ann’s plans" \(ID b-1\)/),
			]);
			const sent = service.requestsTo('POST /api/v1/tasks').map(({ body }) => JSON.parse(body));
			expect(sent.map(({ board_id }) => board_id)).toEqual(Array(tasks).fill('b-1'));
			expect(found(rows, 'status of a success')?.seen).toBe(agrees ? 'status 201' : undefined);
			expect(rows.filter(({ verdict }) => verdict === 'different')).toEqual([]);
		},
	);

	it('takes at most ten calls', async () => {
		const sandbox = await startSandbox();
		sandbox.assume({ createBody: 'empty', unknownFields: 'refused' });
		const { email, password, url, token } = sandbox;
		const hook = await listen(0);
		const webhook = { url: hook.url, listener: hook };
		await run(checkOptions(url, { token, webhook, login: { email, password } }));
		await hook.close();
		await sandbox.close();

		expect(sandbox.requests()).toHaveLength(10);
	});

	it('of another service says what differs without quoting its texts', async () => {
		scriptOtherService();
		const listener = await listen(0, () => 0);
		const created: string[] = [];
		const seen = await run(
			checkOptions(service.url, {
				created,
				webhook: { url: `${listener.url}/in`, listener },
				waitFor: async () => {
					while (listener.notifications.length < 1) await call('GET', `${service.url}/boards`);
				},
			}),
		).finally(() => listener.close());
		const { rows, assumptions } = reportOn(seen);

		expect(found(rows, 'an array of boards')).toMatchObject({
			verdict: 'different',
			seen: 'result',
		});
		expect(found(rows, 'a count of tasks')).toMatchObject({ seen: 'cards' });
		expect(found(rows, 'what a create returns')?.seen).toBe(
			'{ card: { uuid: string, title: string, due: string } }',
		);
		expect(found(rows, 'the service calls by POST')).toMatchObject({
			verdict: 'different',
			seen: 'PUT',
			meaning: expect.stringContaining('no event arrives'),
		});
		expect(found(rows, 'rate limits')).toMatchObject({ seen: 'x-ratelimit-remaining' });
		expect(assumptions).toMatchObject({ ids: 'string', createStatus: 200, validationStatus: 400 });
		expect(assumptions).not.toHaveProperty('boardsList');
		expect(JSON.stringify(rows)).not.toMatch(/Ann|secret/);
		expect(service.requestsTo(({ path }) => path.startsWith('/api/'))).toHaveLength(8);
		expect(created).toHaveLength(4);
	});
});

describe('a check stops before it writes and says why', () => {
	it.each([
		['a web page', { status: 200, body: '<html>' }, 'returned a web page (200). Check'],
		['another API', json({ a: 1 }), 'returned no list of boards (200)'],
		['a closed connection', 'reset', 'other side closed.'],
		['a service that hangs', 'hold', 'aborted due to timeout.'],
	] as const)('for %s', async (_, reply, message) => {
		service.reply(reply);

		const options = checkOptions(service.url, { deadlineMs: reply === 'hold' ? 200 : undefined });
		await expect(run(options)).rejects.toThrow(message);
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('for a login without a token', async () => {
		service.reply(json({ user: {} }));
		const login = { email: 'a@example.com', password: 'x' };

		await expect(run(checkOptions(service.url, { token: '', login }))).rejects.toThrow(
			'The response to the login (200) has no token',
		);
	});
});
