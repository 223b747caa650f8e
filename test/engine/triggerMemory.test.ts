import type { INodeParameters } from 'n8n-workflow';

import type { ReceivedRequest } from '../../tools/http/server';
import { BOTH, CREATED_ONLY } from '../support/engine/triggerEnvironment';
import {
	causeDelivery,
	environment,
	passForItems,
	passForStatus,
	publish,
	restart,
	setUpTrigger,
	unpublish,
} from '../support/engine/triggerSuite';
import { MAY_EXIST } from './hints';

setUpTrigger();

const IN_TEST = { mode: 'manual' } as const;

/** Causes an event at two registrations: only the delivery to the current one is accepted. */
async function expectOneAccepted(): Promise<void> {
	await environment.createTask('a');
	await expectOneOf(await environment.front.waitFor(2));
}

async function expectOneOf(deliveries: ReceivedRequest[]): Promise<void> {
	const statuses = [];
	for (const delivery of deliveries) statuses.push(await passForStatus(delivery));
	expect(statuses.sort()).toEqual([401, undefined]);
}

describe('listening for test events', () => {
	/** Listens for a test event and causes one. */
	const receiveTestEvent = async (listened = BOTH) =>
		await environment.listen(listened, async () => {
			expect(await passForItems(await causeDelivery(), BOTH, IN_TEST)).toHaveLength(1);
		});

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
		await receiveTestEvent(CREATED_ONLY);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(2);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(3);
	});

	it('starts the workflow again for the same event, which a user may repeat', async () => {
		await environment.listen(BOTH, async () => {
			const delivery = await causeDelivery();
			for (let round = 0; round < 2; round += 1) {
				expect(await passForItems(delivery, BOTH, IN_TEST)).toHaveLength(1);
			}
		});
	});

	it('is independent of the published workflow, however often that was registered', async () => {
		await publish(CREATED_ONLY);
		await publish(BOTH);
		await environment.listen(BOTH, async () => {
			await environment.createTask('a');
			const deliveries = await environment.front.waitFor(3);
			const ofTest = deliveries.filter(({ path }) => path.includes('-test/'));
			expect(await passForItems(ofTest[0] as ReceivedRequest, BOTH, IN_TEST)).toHaveLength(1);
		});
		await publish(BOTH);
		await environment.listen(BOTH);
		expect(environment.registrations()).toBe(3);
		await expectOneOf(environment.front.requests.filter(({ path }) => !path.includes('-test/')));
	});
});

describe('a key during registration', () => {
	it('is accepted, because the service may check the URL or send an event', async () => {
		environment.front.reply('hold');
		await environment.useScriptedService();
		const registering = publish(BOTH);
		const { url } = JSON.parse((await environment.received()).body) as { url: string };
		const early = { method: 'POST', path: url, headers: {}, body: '{"event":"task.created"}' };
		expect(await passForItems(early)).toHaveLength(1);
		expect(await passForStatus({ ...early, path: '/webhook?key=wrong' })).toBe(401);
		expect(environment.engine.warnings).toEqual([]);
		environment.front.release(422);
		await expect(registering).rejects.toThrow('422');
		expect(await passForStatus(early)).toBe(401);
	});
});

describe('a record that n8n did not store', () => {
	const unknown = { method: 'POST', path: '/webhook?key=k', headers: {}, body: '{}' };

	it('leads to one warning that says what to do', async () => {
		for (let n = 0; n < 3; n += 1) expect(await passForStatus(unknown)).toBe(401);
		expect(environment.engine.warnings).toEqual([
			expect.stringMatching(/no record .* Unpublish the workflow and publish it again/),
		]);
	});

	it('leads to no warning if it exists and the key is wrong', async () => {
		await publish(BOTH);
		expect(await passForStatus(unknown)).toBe(401);
		expect(environment.engine.warnings).toEqual([]);
	});

	it('is stored again when n8n cleans up', async () => {
		await publish(BOTH);
		environment.engine.staticData = {};
		await unpublish();
		expect(JSON.stringify(environment.engine.staticData)).toContain('keyHash');
	});

	it('replaces an older one that n8n stored', async () => {
		await publish(CREATED_ONLY);
		const old = environment.engine.staticData;
		await publish(BOTH);
		environment.engine.staticData = old;
		await publish(BOTH);
		expect(environment.registrations()).toBe(2);
		await expectOneAccepted();
	});

	it('is replaced by a newer one that another main process stored', async () => {
		await publish(CREATED_ONLY);
		const old = environment.engine.staticData;
		await publish(BOTH);
		const stored = environment.engine.staticData;
		environment.engine.staticData = old;
		await restart();
		await environment.engine.hook('checkExists', { parameters: CREATED_ONLY });
		environment.engine.staticData = stored;
		await expectOneAccepted();
		expect(await environment.engine.hook('checkExists', { parameters: BOTH })).toBe(true);
	});

	it('of another workflow or node is never used', async () => {
		await publish(BOTH);
		environment.engine.staticData = {};
		await publish(BOTH, { id: 'another' });
		expect(environment.registrations()).toBe(2);
	});
});

describe('an ambiguous registration', () => {
	const FAULTY = { when: 'after', route: 'POST /api/v1/webhooks', times: 1 } as const;

	it('fails with its reason after one call, and its key is refused', async () => {
		environment.sandbox.addFault({ kind: 'reset', ...FAULTY });
		await expect(publish(BOTH)).rejects.toThrow(
			new RegExp(`^The connection was closed before.*${MAY_EXIST}`),
		);
		expect(environment.registrations()).toBe(1);
		expect(await passForStatus(await causeDelivery())).toBe(401);
	});

	it('gets a new key when a person publishes again, and only this key is accepted', async () => {
		environment.sandbox.addFault({ kind: 'reset', ...FAULTY });
		await expect(publish(BOTH)).rejects.toThrow(MAY_EXIST);
		await publish(BOTH);
		expect(environment.sandbox.webhooks()).toHaveLength(2);
		await expectOneAccepted();
		const hashes = JSON.stringify(environment.engine.staticData).match(/"keyHash":"[0-9a-f]{64}"/g);
		expect(hashes).toHaveLength(1);
	});

	it('keeps the earlier registration if it fails', async () => {
		await publish(CREATED_ONLY);
		const early = await causeDelivery();
		environment.sandbox.addFault({ kind: 'status', status: 500, ...FAULTY });
		await expect(publish(BOTH)).rejects.toThrow('The service responded with 500');
		await publish(CREATED_ONLY);
		expect(environment.registrations()).toBe(2);
		expect(await passForItems(early, CREATED_ONLY)).toHaveLength(1);
	});
});

describe('the registration label', () => {
	const labelled = (registrationLabel: string): INodeParameters => ({
		...BOTH,
		options: { registrationLabel },
	});

	it('registers once when it changes, and the old key is not accepted', async () => {
		await publish(BOTH);
		const early = await causeDelivery();
		await publish(labelled('2026-05'));
		await publish(labelled('2026-05'));
		expect(environment.registrations()).toBe(2);
		expect(await passForStatus(early)).toBe(401);
	});

	it('is empty if an expression returns null', async () => {
		await publish(BOTH);
		await publish(labelled('={{ null }}'));
		expect(environment.registrations()).toBe(1);
	});
});
