import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine';
import { BOTH, CREATED_ONLY, TriggerScene } from '../support/trigger-scene';

let scene: TriggerScene;

beforeEach(async () => (scene = await TriggerScene.open()));
afterEach(async () => await scene.close());

describe('listening for test events', () => {
	it('registers once in one process, however often a person listens', async () => {
		for (let round = 0; round < 10; round += 1) await scene.listen(BOTH);
		expect(scene.registrations()).toBe(1);
		expect(scene.sandbox.webhooks()[0]?.url).toContain('/webhook-test/');
	});

	it('hears an event with the registration of the first time', async () => {
		await scene.listen(BOTH);
		await scene.createTask('a');
		const delivery = await scene.received();
		await scene.listen(BOTH, async () => {
			const { returned } = await scene.pass(delivery, BOTH, { mode: 'manual' });
			expect(returned.workflowData?.[0]).toHaveLength(1);
		});
	});

	it('shows the same event again: a person may repeat it by hand', async () => {
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
		const before = structuredClone(scene.engine.staticData);
		await scene.listen(BOTH);
		expect(scene.engine.staticData).toEqual(before);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(2);
		await scene.createTask('a');
		const live = (await scene.front.waitFor(2)).find(({ url }) => !url.includes('-test/'));
		const { returned } = await scene.pass(live as NonNullable<typeof live>);
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});

	it('tells an earlier test registration to stop', async () => {
		await scene.listen(CREATED_ONLY);
		await scene.createTask('a');
		const early = await scene.received();
		await scene.listen(BOTH, async () => {
			const { answer } = await scene.pass(early, BOTH, { mode: 'manual' });
			expect(answer).toEqual({ status: 410, ended: true });
		});
		expect(scene.registrations()).toBe(2);
	});
});

describe('a record that n8n did not keep', () => {
	it('is remembered by the process, so that nothing is registered again', async () => {
		await scene.activate(BOTH);
		scene.engine.staticData = {};
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(1);
	});

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

	it('is tried once more with a fresh key, and only one of the two is heard', async () => {
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

	it('fails with what is known when the second try is lost too', async () => {
		faulty(2);
		const attempt = scene.engine.hook('create', { parameters: BOTH });
		await expect(attempt).rejects.toMatchObject({
			message: expect.stringContaining('No answer from the service'),
			description: expect.stringContaining('may have been carried out'),
		});
		expect(scene.registrations()).toBe(2);
		await scene.createTask('a');
		for (const one of await scene.front.waitFor(2)) {
			expect((await scene.pass(one)).answer.status).toBe(410);
		}
	});

	it.each([
		['a refusal', 422],
		['a failure of the service', 500],
	])('is not %s, which is not tried again', async (_, status) => {
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

	it('makes one new registration when it changes, and the old one is told to stop', async () => {
		await scene.activate(BOTH);
		await scene.createTask('a');
		const early = await scene.received();
		await scene.activate(labelled('2026-05'));
		await scene.activate(labelled('2026-05'));
		expect(scene.registrations()).toBe(2);
		expect((await scene.pass(early)).answer.status).toBe(410);
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

describe('a record of an earlier version of this package', () => {
	it('without a label counts', async () => {
		await scene.activate(BOTH);
		const stored = JSON.stringify(scene.engine.staticData);
		const earlier = stored.replace(/"label":"",/, '');
		expect(earlier).not.toBe(stored);
		const upgraded = await Engine.load({
			baseUrl: scene.sandbox.url,
			apiToken: scene.sandbox.token,
		});
		scene.useEngine(upgraded);
		upgraded.staticData = JSON.parse(earlier);
		await scene.activate(BOTH);
		expect(scene.registrations()).toBe(1);
	});
});
