import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Engine } from '../../testkit/engine';
import { BOTH, CREATED_ONLY, TriggerScene } from '../support/trigger-scene';

/** What is stored of the one trigger in a workflow. */
function currentIn(staticData: IDataObject): { registeredAt: string } {
	const [record] = Object.values(Object(staticData.global)) as Array<{
		current: { registeredAt: string };
	}>;
	if (record === undefined) throw new Error('Nothing is stored');
	return record.current;
}

let scene: TriggerScene;

beforeEach(async () => (scene = await TriggerScene.open()));
afterEach(async () => await scene.close());

describe('listening for test events', () => {
	it('registers once in one process, however often a person listens', async () => {
		for (let round = 0; round < 10; round += 1) await scene.listen(BOTH);
		expect(scene.registrations()).toBe(1);
		expect(scene.sandbox.webhooks()[0]?.url).toContain('/webhook-test/');
	});

	it('accepts an event of the first registration', async () => {
		await scene.listen(BOTH);
		await scene.createTask('a');
		const delivery = await scene.received();
		await scene.listen(BOTH, async () => {
			const { returned } = await scene.pass(delivery, BOTH, { mode: 'manual' });
			expect(returned.workflowData?.[0]).toHaveLength(1);
		});
	});

	it('starts again for the same event, which a person may repeat', async () => {
		await scene.listen(BOTH, async () => {
			await scene.createTask('a');
			const delivery = await scene.received();
			for (let round = 0; round < 2; round += 1) {
				const { returned } = await scene.pass(delivery, BOTH, { mode: 'manual' });
				expect(returned.workflowData?.[0]).toHaveLength(1);
			}
		});
	});

	it('leaves the registration of the published workflow alone', async () => {
		await scene.activate(BOTH);
		await scene.listen(BOTH);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(2);
		await scene.createTask('a');
		const live = (await scene.front.waitFor(2)).find(({ path }) => !path.includes('-test/'));
		const { returned } = await scene.pass(live as NonNullable<typeof live>);
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});

	it('accepts test events after the workflow was published in between', async () => {
		await scene.listen(BOTH);
		await scene.createTask('a');
		const delivery = await scene.received();
		await scene.activate(BOTH);
		await scene.listen(BOTH, async () => {
			const { answer } = await scene.pass(delivery, BOTH, { mode: 'manual' });
			expect(answer).toEqual({});
		});
	});
});

describe('a key during registration', () => {
	it('is accepted: the service may check the address or send an event', async () => {
		scene.front.reply('hold');
		scene.useEngine(await Engine.load({ baseUrl: scene.front.url, apiToken: 'token' }));
		const registering = scene.engine.hook('create', { parameters: BOTH });
		const { url } = JSON.parse((await scene.received()).body) as { url: string };
		const early = { method: 'POST', path: url, headers: {}, body: '{"event":"task.created"}' };
		expect((await scene.pass(early)).returned.workflowData?.[0]).toHaveLength(1);
		scene.front.release(422);
		await expect(registering).rejects.toThrow('422');
		expect((await scene.pass(early)).answer.status).toBe(401);
	});
});

describe('a record that n8n did not keep', () => {
	it('is given back to n8n when n8n cleans up', async () => {
		await scene.activate(BOTH);
		scene.engine.staticData = {};
		await scene.engine.hook('delete', { parameters: BOTH });
		expect(JSON.stringify(scene.engine.staticData)).toContain('keyHash');
	});

	it('is newer than the one that n8n kept', async () => {
		await scene.activate(CREATED_ONLY);
		const old = scene.engine.staticData;
		await scene.activate(BOTH);
		scene.engine.staticData = old;
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(2);
		await scene.createTask('a');
		const [early, late] = await scene.front.waitFor(2);
		const statuses = [early, late].map(async (one) =>
			one === undefined ? undefined : (await scene.pass(one)).answer.status,
		);
		expect((await Promise.all(statuses)).sort()).toEqual([410, undefined]);
	});

	it('yields to one that another main process stored, whatever the clocks say', async () => {
		await scene.activate(CREATED_ONLY);
		const old = JSON.stringify(scene.engine.staticData);
		await scene.activate(BOTH);
		const { registeredAt } = currentIn(scene.engine.staticData);
		const late = new Date(Date.parse(registeredAt) + 60_000).toISOString();
		await scene.createTask('a');
		const [first, second] = await scene.front.waitFor(2);
		// As if this process had made the old one, by a clock that is ahead.
		const another = await Engine.load({
			baseUrl: scene.sandbox.url,
			apiToken: scene.sandbox.token,
		});
		const stored = scene.engine.staticData;
		scene.useEngine(another);
		scene.engine.staticData = JSON.parse(
			old.replace(/"registeredAt":"[^"]+"/, `"registeredAt":"${late}"`),
		);
		await scene.engine.hook('checkExists', { parameters: CREATED_ONLY });
		scene.engine.staticData = stored;
		const statuses = [];
		for (const one of [first, second])
			statuses.push((await scene.pass(one as never)).answer.status);
		expect(statuses.sort()).toEqual([410, undefined]);
		expect(await scene.engine.hook('checkExists', { parameters: BOTH })).toBe(true);
	});

	it('of another workflow or node is never used', async () => {
		await scene.activate(BOTH);
		scene.engine.staticData = {};
		await scene.activate(BOTH, { id: 'another' });
		expect(scene.registrations()).toBe(2);
	});
});

describe('an ambiguous registration', () => {
	const faulty = (times: number) =>
		scene.sandbox.addFault({
			kind: 'reset',
			when: 'after',
			route: 'POST /api/v1/webhooks',
			times,
		});

	it('is tried once more with a new key, and only one of the two is accepted', async () => {
		faulty(1);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(2);
		expect(scene.sandbox.webhooks()).toHaveLength(2);
		await scene.createTask('a');
		const [first, second] = await scene.front.waitFor(2);
		const answers = [];
		for (const one of [first, second]) answers.push(await scene.pass(one as never));
		expect(answers.map(({ answer }) => answer.status).sort()).toEqual([410, undefined]);
		const runs = answers.filter(({ returned }) => returned.workflowData !== undefined);
		expect(runs).toHaveLength(1);
		const hashes = JSON.stringify(scene.engine.staticData).match(/[0-9a-f]{64}/g);
		expect(new Set(hashes).size).toBe(2);
		expect(hashes).toHaveLength(2);
	});

	it('fails with the known reason when the second try is lost too', async () => {
		faulty(2);
		const attempt = scene.engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toMatchObject({
			message: expect.stringContaining('The connection was closed before the service answered'),
			description: expect.stringContaining('may have been registered anyway'),
		});
		expect(scene.registrations()).toBe(2);
		await scene.createTask('a');
		for (const one of await scene.front.waitFor(2)) {
			expect((await scene.pass(one)).answer.status).toBe(410);
		}
	});

	it('retires the key that a failing service may have stored', async () => {
		const route = 'POST /api/v1/webhooks';
		scene.sandbox.addFault({ kind: 'status', status: 500, when: 'after', route, times: 1 });
		await expect(scene.activate(BOTH)).rejects.toThrow('The service answered 500');
		await scene.createTask('a');
		expect((await scene.pass(await scene.received())).answer.status).toBe(410);
	});

	it.each([
		['a refusal', 422],
		['a failure of the service', 500],
	])('is not %s: it is not retried', async (_, status) => {
		scene.sandbox.addFault({
			kind: 'status',
			status,
			when: 'before',
			route: 'POST /api/v1/webhooks',
			times: 1,
		});
		await expect(scene.engine.hook('create', { parameters: BOTH })).rejects.toThrow(
			`The service answered ${status}`,
		);
		expect(scene.registrations()).toBe(1);
	});

	it('keeps the earlier registration when the new one is refused', async () => {
		await scene.activate(CREATED_ONLY);
		await scene.createTask('a');
		const early = await scene.received();
		scene.sandbox.addFault({
			kind: 'status',
			status: 500,
			when: 'after',
			route: 'POST /api/v1/webhooks',
			times: 1,
		});
		await expect(scene.activate(BOTH)).rejects.toThrow('The service answered 500');
		await scene.activate(CREATED_ONLY);
		expect(scene.registrations()).toBe(2);
		expect((await scene.pass(early, CREATED_ONLY)).returned.workflowData?.[0]).toHaveLength(1);
	});
});

describe('the registration label', () => {
	const labelled = (registrationLabel: string | number): INodeParameters => ({
		...BOTH,
		options: { registrationLabel },
	});

	it('registers once when it changes and retires the old registration', async () => {
		await scene.activate(BOTH);
		await scene.createTask('a');
		const early = await scene.received();
		await scene.activate(labelled('2026-05'));
		await scene.activate(labelled('2026-05'));
		expect(scene.registrations()).toBe(2);
		expect((await scene.pass(early)).answer.status).toBe(410);
	});

	it('keeps the last 100 keys as retired', async () => {
		scene.front.reply(204);
		scene.useEngine(await Engine.load({ baseUrl: scene.front.url, apiToken: 'token' }));
		for (let n = 0; n < 102; n += 1) await scene.activate(labelled(n));
		const urls = scene.front.requests.map(({ body }) => (JSON.parse(body) as { url: string }).url);
		const statuses = [];
		for (const url of [urls[0], urls[1], urls[100]]) {
			const request = { method: 'POST', path: url ?? '', headers: {}, body: '{}' };
			statuses.push((await scene.pass(request)).answer.status);
		}
		expect(statuses).toEqual([401, 410, 410]);
	});

	it('may be a number', async () => {
		await scene.activate(labelled(2));
		await scene.activate(labelled('2'));
		expect(scene.registrations()).toBe(1);
	});

	it('is none when an expression gives null', async () => {
		await scene.activate(BOTH);
		await scene.activate({ ...BOTH, options: { registrationLabel: '={{ null }}' } });
		expect(scene.registrations()).toBe(1);
	});

	it('is refused before any call when it is no text', async () => {
		const parameters = { ...BOTH, options: { registrationLabel: '={{ ({ a: 1 }) }}' } };
		const attempt = scene.engine.hook('create', { parameters });
		await expect(attempt).rejects.toThrow('"Registration Label" must be text');
		expect(scene.registrations()).toBe(0);
	});
});
