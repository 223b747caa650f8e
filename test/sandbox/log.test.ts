import { Feed } from '../../sandbox/feed';
import { RateLimit } from '../../sandbox/http/rateLimit';
import { Journal } from '../../sandbox/journal';
import { call } from '../../tools/http/client';
import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

const TEN_MINUTES_MS = 600_000;

interface Line {
	number: number;
	kind: string;
	error: string | null;
}

const suite = sandboxSuite();
const { api, control, createTask, register } = suite;
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

	it.each([
		['<h1>Maintenance</h1>', 'A web page'],
		['', null],
		['{"error":{"code":"full","message":"Too many"}}', 'Too many'],
		['{"title":"full","detail":"Too many"}', 'Too many'],
		['{"error":"No: key=s3cret"}', 'No: key=***'],
		[`"${'x'.repeat(1_000)}"`, 'x'.repeat(200)],
	])('has of the body %.30s the message %.30s', async (body, message) => {
		suite.sandbox.addFault({ kind: 'status', status: 500, body });
		await exchange('GET', `${suite.sandbox.url}/api/v1/boards`);

		expect(await log()).toMatchObject([{ status: 500, message }]);
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

describe('the journal', () => {
	it('records every request in order, with query, body and status', async () => {
		await api('GET', '/boards?workspace_id=1');
		await createTask('Recorded');
		await call('POST', `${suite.sandbox.url}/elsewhere`, { body: 'not json' });
		await call('POST', `${suite.sandbox.url}/api/v1/tasks`, { body: { title: 'Refused' } });
		await control('GET', '/health');

		expect(suite.sandbox.requests()).toMatchObject([
			{ method: 'GET', path: '/api/v1/boards', query: { workspace_id: '1' }, status: 200 },
			{ method: 'POST', path: '/api/v1/tasks', body: { title: 'Recorded' }, status: 201 },
			{ method: 'POST', path: '/elsewhere', body: 'not json', status: 404, documented: false },
			{ status: 401, documented: true, authorization: null, body: { title: 'Refused' } },
		]);
	});

	it.each([
		['JSON', (secret: string) => JSON.stringify([{ token: secret, password: secret }])],
		['broken JSON', (secret: string) => `{"password": "${secret}`],
		['a form', (secret: string) => `email=a&password=${secret}`],
		['a header in a text', (secret: string) => `Authorization: Bearer ${secret}`],
	])('masks secrets in %s', async (_, body) => {
		const { token, url } = suite.sandbox;
		await call('POST', `${url}/api/v1/auth/login?token=${token}`, { body: body(token), token });
		const journal = JSON.stringify(suite.sandbox.requests());

		expect(journal.split('***').length).toBeGreaterThan(3);
		expect(journal).not.toContain(token);
	});
});

describe('a journal of 100,000 requests', () => {
	it('keeps the latest 20,000 in order and not many more', () => {
		const journal = new Journal(new Feed());
		const kind = 'request';
		const request = { method: 'GET', query: {}, status: 200, documented: true, body: null };
		const more = { authorization: null, error: null, ms: 1, fault: null, at: '2030-01-01' };
		const wire = { url: '', sent: { headers: {}, body: '' }, response: null };
		for (let index = 0; index < 100_000; index++) {
			journal.add({ ...wire, kind, record: { ...request, ...more, path: `/${index}` } });
		}
		const paths = journal.requests().map(({ path }) => path);

		expect(paths.slice(-20_000)).toEqual(
			Array.from({ length: 20_000 }, (_, index) => `/${80_000 + index}`),
		);
		expect(paths.length).toBeLessThan(24_001);
		expect(journal.log()).toHaveLength(1_000);
		expect(journal.entry(100_000)?.record).toMatchObject({ path: '/99999' });
		expect(journal.entry(1)).toBeUndefined();
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
