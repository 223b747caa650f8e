import {
	activate,
	connected,
	deactivate,
	deliverTask,
	environment,
	json,
	noOp,
	type Publication,
	publish,
	referTo,
	type Reply,
	type SavedTrigger,
	type Service,
	trigger,
} from './environment';

const REGISTER = 'POST /api/v1/webhooks';
const REASON = 'No more webhooks on a Sunday';
const REFUSAL = json({ error: { code: 'refused', message: REASON } }, 422);

/** n8n tries a refused trigger five times in up to a minute, so all are published at once. */
describe('a registration', () => {
	let saved: SavedTrigger[];
	/** Of the second of two triggers in a workflow; the first one is refused. */
	let good: Service;
	let outcomes: Publication[];

	const refusedBy = async (reply: Reply, workflow?: ReturnType<typeof connected>) => {
		const one = await environment.saveTrigger(workflow);
		one.proxy.when(REGISTER, reply);
		return one;
	};

	beforeAll(async () => {
		good = await environment.openService();
		const credentials = referTo(good.credential);
		const nodes = [
			trigger({}, { id: 'Bad', name: 'Bad' }),
			trigger({}, { id: 'Good', name: 'Good', credentials }),
			noOp(),
		];
		const pair = connected(nodes, [
			['Bad', 'Next'],
			['Good', 'Next'],
		]);
		saved = [await refusedBy(REFUSAL), await refusedBy('hold'), await refusedBy(REFUSAL, pair)];
		const publications = saved.map(
			async ({ workflow }) => await publish(environment.session, workflow),
		);
		outcomes = await Promise.all(publications);
	});

	it('that is refused fails the publication with the reason of the service', () => {
		const reasons = [expect.stringContaining(REASON)];
		expect(outcomes[0]).toMatchObject({ status: 'failed', reasons });
		expect(saved[0]?.registeredUrls()).toHaveLength(1);
	});

	it('without a response fails with the message of the node before n8n gives up', () => {
		expect(outcomes[1]?.status).toBe('failed');
		expect(outcomes[1]?.reasons.join()).toMatch(/did not respond within /);
		expect(saved[1]?.registeredUrls()).toHaveLength(1);
	});

	it('of a trigger is neither lost nor repeated if another trigger is refused', async () => {
		const [, , bad] = saved as [SavedTrigger, SavedTrigger, SavedTrigger];
		expect(outcomes[2]?.status).not.toBe('published');
		expect(outcomes[2]?.reasons.join()).toContain(REASON);
		bad.proxy.when(REGISTER, json({ id: 1 }, 201));
		await deactivate(environment.session, bad.workflow);
		await activate(environment.session, bad.workflow);
		expect(good.registeredUrls()).toHaveLength(1);
		expect((await deliverTask(bad.registeredUrls()[0] ?? '', 'Left over')).status).toBe(401);
		expect((await deliverTask(bad.registeredUrls().at(-1) ?? '', 'Bad')).status).toBe(200);
		expect((await deliverTask(good.registeredUrls()[0] ?? '', 'Good')).status).toBe(200);
		expect(await environment.waitForTitles(bad, 2)).toEqual(['Bad', 'Good']);
	});
});
