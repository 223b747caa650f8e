import { Feed } from '../../sandbox/feed';
import { Journal } from '../../sandbox/journal';
import { call } from '../../tools/http/client';
import { sandboxSuite } from '../support/sandbox/suite';

const suite = sandboxSuite();
const { api, control, createTask, edit, register } = suite;

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

	it('masks the key of a webhook but still uses it', async () => {
		await register('/?a=1&key=s3cret');
		edit();
		await suite.sandbox.idle();
		const { sandbox, receiver } = suite;
		const shown = JSON.stringify([sandbox.webhooks(), sandbox.requests(), sandbox.deliveries()]);

		expect(shown).not.toContain('s3cret');
		expect(sandbox.webhooks()[0]?.url).toBe(`${receiver.url}/?a=1&key=***`);
		expect(receiver.requests[0]?.path).toBe('/?a=1&key=s3cret');
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
		expect(journal.log()).toHaveLength(5_000);
		expect(journal.entry(100_000)?.record).toMatchObject({ path: '/99999' });
		expect(journal.entry(1)).toBeUndefined();
	});
});
