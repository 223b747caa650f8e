import type { FaultRequest } from '../../sandbox/sandbox';
import { sandboxSuite } from '../support/sandbox/suite';

const LONG_MS = 60_000;

const suite = sandboxSuite();
const { createTask, edit, register } = suite;
const titles = () => suite.receiver.requests.map(({ body }) => JSON.parse(body).data.task.title);
const idle = () => suite.sandbox.idle();

describe('a doubled delivery', () => {
	it('arrives twice with the same bytes and ID', async () => {
		await register();
		suite.sandbox.addFault({ kind: 'double', times: 1 });
		await createTask('Twice');
		await createTask('Once');
		await idle();
		const [first, second] = suite.receiver.requests.filter(({ body }) => body.includes('Twice'));

		expect(titles().sort()).toEqual(['Once', 'Twice', 'Twice']);
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
	});

	it('is not retried if only the second copy is refused', async () => {
		await register();
		suite.receiver.reply(200, 500, 200);
		suite.sandbox.addFault({ kind: 'double', times: 1 });
		edit();
		await idle();

		expect(suite.receiver.requests).toHaveLength(2);
	});
});

describe('a delayed delivery', () => {
	it('delays neither the next one nor the closing of the sandbox', async () => {
		await register();
		suite.sandbox.addFault({ kind: 'delay', delayMs: LONG_MS, times: 1 });
		edit('Late');
		edit('In time');
		await suite.receiver.waitFor(1);
		await suite.sandbox.close();

		expect(titles()).toEqual(['In time']);
	});
});

describe('an odd delivery', () => {
	it.each<[FaultRequest, string | RegExp, string]>([
		[{ kind: 'odd-body', body: '<x/>' }, /^<x\/>$/, 'application/json'],
		[{ kind: 'odd-body', body: '', contentType: 'text/xml' }, /^$/, 'text/xml'],
		[{ kind: 'odd-body', contentType: 'text/plain' }, /"event":"task.updated"/, 'text/plain'],
	])('%j is sent once as given', async (fault, body, type) => {
		await register();
		suite.sandbox.addFault(fault);
		edit();
		await idle();

		expect(suite.receiver.requests).toMatchObject([
			{
				body: expect.stringMatching(body),
				headers: { 'content-type': type, 'x-webhook-event': 'task.updated' },
			},
		]);
	});
});
