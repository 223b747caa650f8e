import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import type { ReceivedRequest } from '../../tools/http/server';
import { BOTH, CREATED_ONLY, TriggerEnvironment } from '../support/engine/triggerEnvironment';
import { MAY_EXIST } from './hints';

let environment: TriggerEnvironment;

beforeEach(async () => (environment = await TriggerEnvironment.open()));
afterEach(async () => await environment.close());

describe('listening for test events', () => {
	/** Listens for a test event and causes one. */
	async function receiveTestEvent(): Promise<ReceivedRequest> {
		let delivery: ReceivedRequest | undefined;
		await environment.listen(BOTH, async () => {
			const count = environment.front.requests.length;
			await environment.createTask('a');
			delivery = (await environment.front.waitFor(count + 1))[count];
			await environment.pass(delivery as ReceivedRequest, BOTH, { mode: 'manual' });
		});
		return delivery as ReceivedRequest;
	}

	it('registers once per process as long as each test receives an event', async () => {
		for (let round = 0; round < 5; round += 1) await receiveTestEvent();
		expect(environment.registrations()).toBe(1);
		expect(environment.sandbox.webhooks()[0]?.url).toContain('/webhook-test/');
	});

	it('registers again after a test that received no event', async () => {
		await receiveTestEvent();
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(1);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(2);
	});

	it('registers again after other events were selected, and none arrived', async () => {
		await environment.listen(CREATED_ONLY, async () => {
			await environment.createTask('a');
			await environment.pass(await environment.received(), BOTH, { mode: 'manual' });
		});
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(2);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(3);
	});

	it('starts the workflow again for the same event, which a user may repeat', async () => {
		await environment.listen(BOTH, async () => {
			await environment.createTask('a');
			const delivery = await environment.received();
			for (let round = 0; round < 2; round += 1) {
				const { returned } = await environment.pass(delivery, BOTH, { mode: 'manual' });
				expect(returned.workflowData?.[0]).toHaveLength(1);
			}
		});
	});

	it('is independent of the published workflow, however often that was registered', async () => {
		await environment.activate(CREATED_ONLY);
		await environment.activate(BOTH);
		let ofTest: ReceivedRequest | undefined;
		await environment.listen(BOTH, async () => {
			await environment.createTask('a');
			ofTest = (await environment.front.waitFor(3)).find(({ path }) => path.includes('-test/'));
			const test = await environment.pass(ofTest as ReceivedRequest, BOTH, { mode: 'manual' });
			expect(test.returned.workflowData?.[0]).toHaveLength(1);
		});
		await environment.activate(BOTH);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(3);
		const all = environment.front.requests.filter((one) => one !== ofTest);
		const statuses = [];
		for (const one of all) statuses.push((await environment.pass(one)).response.status);
		expect(statuses.sort()).toEqual([401, undefined]);
	});
});

describe('a key during registration', () => {
	it('is accepted, because the service may check the URL or send an event', async () => {
		environment.front.reply('hold');
		await environment.useScriptedService();
		const registering = environment.engine.hook('create', { parameters: BOTH });
		const { url } = JSON.parse((await environment.received()).body) as { url: string };
		const early = { method: 'POST', path: url, headers: {}, body: '{"event":"task.created"}' };
		expect((await environment.pass(early)).returned.workflowData?.[0]).toHaveLength(1);
		const unknown = { ...early, path: '/webhook?key=wrong' };
		expect((await environment.pass(unknown)).response.status).toBe(401);
		expect(environment.engine.warnings).toEqual([]);
		environment.front.release(422);
		await expect(registering).rejects.toThrow('422');
		expect((await environment.pass(early)).response.status).toBe(401);
	});
});

describe('a record that n8n did not store', () => {
	it('leads to one warning that says what to do', async () => {
		const unknown = { method: 'POST', path: '/webhook?key=k', headers: {}, body: '{}' };
		for (let n = 0; n < 3; n += 1) {
			expect((await environment.pass(unknown)).response.status).toBe(401);
		}
		expect(environment.engine.warnings).toEqual([
			expect.stringMatching(/no record .* Unpublish the workflow and publish it again/),
		]);
	});

	it('leads to no warning if it exists and the key is wrong', async () => {
		await environment.activate(BOTH);
		const request = { method: 'POST', headers: {}, body: '{}', path: '/webhook?key=wrong' };
		expect((await environment.pass(request)).response.status).toBe(401);
		expect(environment.engine.warnings).toEqual([]);
	});

	it('is stored again when n8n cleans up', async () => {
		await environment.activate(BOTH);
		environment.engine.staticData = {};
		await environment.engine.hook('delete', { parameters: BOTH });
		expect(JSON.stringify(environment.engine.staticData)).toContain('keyHash');
	});

	it('replaces an older one that n8n stored', async () => {
		await environment.activate(CREATED_ONLY);
		const old = environment.engine.staticData;
		await environment.activate(BOTH);
		environment.engine.staticData = old;
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(2);
		await environment.createTask('a');
		const [early, late] = await environment.front.waitFor(2);
		const statuses = [early, late].map(async (one) =>
			one === undefined ? undefined : (await environment.pass(one)).response.status,
		);
		expect((await Promise.all(statuses)).sort()).toEqual([401, undefined]);
	});

	it('is replaced by a newer one that another main process stored', async () => {
		await environment.activate(CREATED_ONLY);
		const old = environment.engine.staticData;
		await environment.activate(BOTH);
		const stored = environment.engine.staticData;
		await environment.createTask('a');
		const both = await environment.front.waitFor(2);
		const { url: baseUrl, token: apiToken } = environment.sandbox;
		environment.useEngine(await Engine.load({ baseUrl, apiToken }));
		environment.engine.staticData = old;
		await environment.engine.hook('checkExists', { parameters: CREATED_ONLY });
		environment.engine.staticData = stored;
		const statuses = [];
		for (const one of both) statuses.push((await environment.pass(one)).response.status);
		expect(statuses.sort()).toEqual([401, undefined]);
		expect(await environment.engine.hook('checkExists', { parameters: BOTH })).toBe(true);
	});

	it('of another workflow or node is never used', async () => {
		await environment.activate(BOTH);
		environment.engine.staticData = {};
		await environment.activate(BOTH, { id: 'another' });
		expect(environment.registrations()).toBe(2);
	});
});

describe('an ambiguous registration', () => {
	const faulty = (times: number) =>
		environment.sandbox.addFault({
			kind: 'reset',
			when: 'after',
			route: 'POST /api/v1/webhooks',
			times,
		});

	it('fails with its reason after one call, and its key is refused', async () => {
		faulty(1);
		const attempt = environment.engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toMatchObject({
			message: expect.stringMatching(new RegExp(`^The connection was closed before.*${MAY_EXIST}`)),
		});
		expect(environment.registrations()).toBe(1);
		await environment.createTask('a');
		expect((await environment.pass(await environment.received())).response.status).toBe(401);
	});

	it('gets a new key when a person publishes again, and only this key is accepted', async () => {
		faulty(1);
		await expect(environment.activate(BOTH)).rejects.toThrow(MAY_EXIST);
		await environment.activate(BOTH);
		expect(environment.registrations()).toBe(2);
		expect(environment.sandbox.webhooks()).toHaveLength(2);
		await environment.createTask('a');
		const [first, second] = await environment.front.waitFor(2);
		const results = [];
		for (const one of [first, second]) results.push(await environment.pass(one as never));
		expect(results.map(({ response }) => response.status).sort()).toEqual([401, undefined]);
		const runs = results.filter(({ returned }) => returned.workflowData !== undefined);
		expect(runs).toHaveLength(1);
		const hashes = JSON.stringify(environment.engine.staticData).match(/"keyHash":"[0-9a-f]{64}"/g);
		expect(hashes).toHaveLength(1);
	});

	it('keeps the earlier registration if it fails', async () => {
		await environment.activate(CREATED_ONLY);
		await environment.createTask('a');
		const early = await environment.received();
		environment.sandbox.addFault({
			kind: 'status',
			status: 500,
			when: 'after',
			route: 'POST /api/v1/webhooks',
			times: 1,
		});
		await expect(environment.activate(BOTH)).rejects.toThrow('The service responded with 500');
		await environment.activate(CREATED_ONLY);
		expect(environment.registrations()).toBe(2);
		expect((await environment.pass(early, CREATED_ONLY)).returned.workflowData?.[0]).toHaveLength(
			1,
		);
	});
});

describe('the registration label', () => {
	const labelled = (registrationLabel: string | number): INodeParameters => ({
		...BOTH,
		options: { registrationLabel },
	});

	it('registers once when it changes, and the old key is not accepted', async () => {
		await environment.activate(BOTH);
		await environment.createTask('a');
		const early = await environment.received();
		await environment.activate(labelled('2026-05'));
		await environment.activate(labelled('2026-05'));
		expect(environment.registrations()).toBe(2);
		expect((await environment.pass(early)).response.status).toBe(401);
	});

	it('is empty if an expression returns null', async () => {
		await environment.activate(BOTH);
		await environment.activate({ ...BOTH, options: { registrationLabel: '={{ null }}' } });
		expect(environment.registrations()).toBe(1);
	});
});
