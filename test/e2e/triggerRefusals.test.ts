import { referTo, type Credential } from '../../tools/n8n/api/credentials';
import { activate, deactivate, publish, type Publication } from '../../tools/n8n/api/publication';
import { createWorkflow, type SavedWorkflow } from '../../tools/n8n/api/workflows';
import type { Service, SavedTrigger } from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { json, type Reply } from '../../tools/http/server';
import { connected, noOp, trigger } from '../../tools/n8n/workflow';
import { environment } from './environment';

const REGISTER = 'POST /api/v1/webhooks';
const REASON = 'No more webhooks on a Sunday';
const REFUSAL = json({ error: { code: 'refused', message: REASON } }, 422);

/** n8n tries a refused trigger five times in up to a minute, so all are published at once. */
describe('a registration', () => {
	const PAGE: Reply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
	let refused: SavedTrigger[];
	let pair: { good: Service; bad: Service; workflow: SavedWorkflow };
	let hanging: SavedTrigger;
	let outcomes: Publication[];

	beforeAll(async () => {
		refused = [await environment.saveTrigger(), await environment.saveTrigger()];
		refused[0]?.proxy.when(REGISTER, REFUSAL);
		refused[1]?.proxy.when(REGISTER, PAGE);
		pair = await openPair();
		hanging = await environment.saveTrigger();
		hanging.proxy.when(REGISTER, 'hold');
		const workflows = [...refused, pair, hanging].map(({ workflow }) => workflow);
		const { session } = environment;
		outcomes = await Promise.all(workflows.map(async (one) => await publish(session, one)));
	});

	it('that is refused fails the publication with the reason of the service', () => {
		const reasons = [expect.stringContaining(REASON)];
		expect(outcomes[0]).toMatchObject({ status: 'failed', reasons });
		expect(refused[0]?.registeredUrls()).toHaveLength(1);
		expect(outcomes[1]).toMatchObject({ status: 'failed', reasons: [expect.any(String)] });
	});

	it('that was refused is retried by the next activation', async () => {
		const [published] = refused as [SavedTrigger];
		const before = published.registeredUrls().length;
		published.proxy.release(REFUSAL);
		published.proxy.when(REGISTER, json({ id: 1 }, 201));
		await deactivate(environment.session, published.workflow);
		await activate(environment.session, published.workflow);
		const urls = published.registeredUrls();
		expect(urls).toHaveLength(before + 1);
		for (const url of urls.slice(0, -1)) {
			expect((await deliverTask(url, 'Left over')).status).toBe(401);
		}
		expect((await deliverTask(urls.at(-1) ?? '', 'Live')).status).toBe(200);
		expect(await environment.waitForTitles(published, 1)).toEqual(['Live']);
	});

	it('of a trigger is neither lost nor repeated if another trigger is refused', async () => {
		const { good, bad, workflow } = pair;
		expect(outcomes[2]?.status).not.toBe('published');
		expect(outcomes[2]?.reasons.join()).toContain(REASON);
		bad.proxy.when(REGISTER, json({ id: 1 }, 201));
		await deactivate(environment.session, workflow);
		await activate(environment.session, workflow);
		expect(good.registeredUrls()).toHaveLength(1);
		expect((await deliverTask(bad.registeredUrls().at(-1) ?? '', 'Bad')).status).toBe(200);
		expect((await deliverTask(good.registeredUrls()[0] ?? '', 'Good')).status).toBe(200);
		expect(await environment.waitForTitles({ workflow }, 2)).toEqual(['Bad', 'Good']);
	});

	it('without a response fails with the message of the node before n8n gives up', () => {
		expect(outcomes[3]?.status).toBe('failed');
		expect(outcomes[3]?.reasons.join()).toMatch(/did not respond within /);
		expect(hanging.registeredUrls()).toHaveLength(2);
	});

	/** A workflow with two triggers, the first of which is refused. */
	async function openPair() {
		const [good, bad] = [await environment.openService(), await environment.openService()];
		bad.proxy.when(REGISTER, REFUSAL);
		const named = (name: string, credential: Credential) =>
			trigger({}, { id: name, name, credentials: referTo(credential) });
		const workflow = connected(
			[named('Bad', bad.credential), named('Good', good.credential), noOp()],
			[
				['Bad', 'Next'],
				['Good', 'Next'],
			],
		);
		const { session } = environment;
		return { good, bad, workflow: await createWorkflow(session, workflow, good.credential) };
	}
});
