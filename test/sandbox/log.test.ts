import { RateLimit } from '../../sandbox/http/rateLimit';
import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

const TEN_MINUTES_MS = 600_000;

interface Line {
	number: number;
	kind: string;
	error: string | null;
}

const suite = sandboxSuite();
const { api, control, createTask, edit, register } = suite;
const idle = () => suite.sandbox.idle();
const log = async () => (await control<Line[]>('GET', '/log')).body;
const details = async (number: number) => (await control<object>('GET', `/log/${number}`)).body;

describe('the log', () => {
	it('has one entry per request, with the request and the response', async () => {
		await createTask('Ship it');

		expect(await log()).toMatchObject([
			{ number: 1, kind: 'request', status: 201, subject: 'Ship it', ms: expect.any(Number) },
		]);
		expect(await details(1)).toMatchObject({
			sent: { headers: { authorization: 'Bearer ***' }, body: { title: 'Ship it' } },
			response: { headers: { 'content-type': expect.any(String) }, body: { title: 'Ship it' } },
		});
		expect((await control('GET', '/log/9')).status).toBe(404);
	});

	it.each(['nested', 'message', 'problem', 'text'] as const)(
		'has the message of a failed request, in the error body %s',
		async (errorBody) => {
			suite.sandbox.assume({ errorBody });
			const { token, url } = suite.sandbox;
			await exchange('POST', `${url}/api/v1/lists`, { token });
			await api('GET', '/boards');

			expect(await log()).toMatchObject([
				{ status: 404, message: 'There is no POST /api/v1/lists' },
				{ status: 200, message: null },
			]);
		},
	);

	it.each([
		['<h1>Maintenance</h1>', 'A web page'],
		['', null],
		['{"error":"No: key=s3cret"}', 'No: key=***'],
		[`"${'x'.repeat(1_000)}"`, 'x'.repeat(200)],
	])('has of the body %.30s the message %.30s', async (body, message) => {
		suite.sandbox.addFault({ kind: 'status', status: 500, body });
		await exchange('GET', `${suite.sandbox.url}/api/v1/boards`);

		expect(await log()).toMatchObject([{ status: 500, message }]);
	});

	it('has one entry per attempt of a delivery, and counts them for the webhook', async () => {
		suite.receiver.reply({ status: 500, body: 'Not now: s3cret' }, 200);
		await register();
		edit('Ship it');
		await idle();

		expect((await log()).slice(1)).toMatchObject([
			{ kind: 'delivery', subject: 'Ship it', attempt: 1, status: 500 },
			{ kind: 'delivery', subject: 'Ship it', attempt: 2, status: 200 },
		]);
		expect(await details(2)).toMatchObject({
			url: expect.stringMatching(/key=\*\*\*$/),
			sent: { body: { event: 'task.updated' } },
			response: { body: 'Not now: ***' },
		});
		expect(suite.sandbox.webhooks()).toMatchObject([
			{ health: { attempts: 2, succeeded: 1, last: { status: 200, error: null } } },
		]);
	});

	it.each([
		['client left', { kind: 'slow', delayMs: TEN_MINUTES_MS } as const],
		['connection cut', { kind: 'reset', when: 'after' } as const],
	])('describes a request without a complete response: %s', async (error, fault) => {
		suite.sandbox.addFault(fault);
		const client = new AbortController();
		const { token, url } = suite.sandbox;
		const asked = exchange('GET', `${url}/api/v1/boards`, { token, signal: client.signal });
		while ((await log()).length === 0);
		if (fault.kind === 'slow') client.abort();
		await asked;
		while ((await log())[0]?.error === null);

		expect(await log()).toMatchObject([{ status: null, error }]);
	});
});

describe('a rate limit', () => {
	it('allows the set number of requests per window, with an exact Retry-After', () => {
		const limit = new RateLimit();
		const rule = { requests: 2, seconds: 3 };
		const take = (nowMs: number) => limit.take(rule, nowMs);

		expect([take(0), take(10), take(10), take(1_001), take(2_999)]).toEqual([0, 0, 3, 2, 1]);
		expect([take(3_000), take(3_000), take(3_001)]).toEqual([0, 0, 3]);
	});

	it('responds with 429 once it is set', async () => {
		suite.sandbox.assume({ rateLimit: { requests: 1, seconds: 3_600 } });
		const statuses = [(await createTask()).status, (await createTask()).status];
		const refused = await api('GET', '/boards');

		expect(statuses).toEqual([201, 429]);
		expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
	});
});

describe('an address check', () => {
	it('registers a URL only if it echoes the challenge', async () => {
		suite.sandbox.assume({ addressCheck: 'challenge' });
		const silent = await register();
		suite.receiver.reply(({ path }) => ({
			status: 200,
			body: new URL(path, 'http://x').searchParams.get('challenge') ?? '',
		}));
		const echoing = await register();

		expect(silent).toMatchObject({ status: 422, body: { error: { details: [{ field: 'url' }] } } });
		expect(echoing.status).toBe(201);
		expect(suite.receiver.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
		expect(suite.sandbox.webhooks()).toHaveLength(1);
	});
});
