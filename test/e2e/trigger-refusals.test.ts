import { createCredential, use } from '../../host/credentials';
import { publish, activate, deactivate, type Outcome } from '../../host/publication';
import { createWorkflow, type SavedWorkflow } from '../../host/workflows';
import { deliverTask } from '../support/deliver';
import type { Reaction } from '../support/door';
import {
	openActor,
	openTriggerStage,
	PATHS,
	titlesUpTo,
	type Account,
	type Actor,
	type TriggerStage,
} from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const WORDS = 'No more webhooks on a Sunday';
const body = JSON.stringify({ error: { code: 'refused', message: WORDS } });
const json = { 'content-type': 'application/json' };
const PAGE = '<!doctype html><html><body><h1>Maintenance</h1></body></html>';

const REFUSED: Array<[name: string, reaction: Reaction, words: string | RegExp]> = [
	['401', { status: 401, headers: json, body }, WORDS],
	['403', { status: 403, headers: json, body }, WORDS],
	['422', { status: 422, headers: json, body }, WORDS],
	['500', { status: 500, headers: json, body }, WORDS],
	['500 after the work', { masked: { status: 500, headers: json, body } }, WORDS],
	['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE }, /page|HTML/i],
];

const TAKEN: Array<[name: string, reactions: Reaction[], calls: number]> = [
	['2xx without an id', [{ masked: { status: 201, headers: json, body: '{"ok":true}' } }], 1],
	['2xx without a body', [{ masked: { status: 204 } }], 1],
	['a connection that is reset after the work', ['lost', 'pass'], 2],
	['no answer within 20 s after the work', ['late', 'pass'], 2],
];

/** n8n tries a refused trigger five times, over 26 s: so all are published at once. */
describe.each(PATHS)('%s', (_, settings) => {
	let stage: TriggerStage;
	const actors: Actor[] = [];
	let outcomes: Outcome[];
	let pairs: Pair[];
	let far: Actor;
	let uncallable: Outcome;

	beforeAll(async () => {
		stage = await openTriggerStage(settings);
		for (const reactions of [...REFUSED.map(([, one]) => [one]), ...TAKEN.map(([, all]) => all)]) {
			const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
			actor.door.react(...reactions);
			actors.push(actor);
		}
		pairs = [await openPair('first'), await openPair('last')];
		far = await openFarAway();
		const all = [...actors.map(({ workflow }) => workflow), ...pairs.map((one) => one.workflow)];
		[uncallable, ...outcomes] = (await Promise.all(
			[far.workflow, ...all].map(async (one) => await publish(stage.session, one)),
		)) as [Outcome, ...Outcome[]];
	});
	afterAll(async () => await stage?.close());

	describe.each(REFUSED.map(([name, , words], index) => ({ name, words, index })))(
		'a registration that is answered with $name',
		({ words, index }) => {
			it("fails the activation with the service's words", () => {
				expect(outcomes[index]).toMatchObject({
					status: 'failed',
					reasons: [expect.stringMatching(words)],
				});
			});

			it('is made good by the next activation', async () => {
				const actor = actors[index] as Actor;
				const refused = actor.door.registrations.length;
				actor.door.react('pass');
				await deactivate(stage.session, actor.workflow);
				await activate(stage.session, actor.workflow);
				expect(actor.door.registrations).toHaveLength(refused + 1);
				await expectOnlyLastLives(actor);
			});
		},
	);

	it.each(TAKEN.map(([name, , calls], index) => ({ name, calls, index: REFUSED.length + index })))(
		'takes $name for a registration, of which one alone is live',
		async ({ calls, index }) => {
			const actor = actors[index] as Actor;
			expect(outcomes[index]).toEqual({ status: 'published', reasons: [] });
			expect(actor.door.registrations).toHaveLength(calls);
			await expectOnlyLastLives(actor);
			await deactivate(stage.session, actor.workflow);
			await activate(stage.session, actor.workflow);
			expect(actor.door.registrations).toHaveLength(calls);
		},
	);

	it('names the settings when the service cannot call this n8n, and calls nobody', () => {
		expect(uncallable.status).toBe('failed');
		expect(uncallable.reasons.join()).toMatch(/N8N_WEBHOOK_URL.*\bWEBHOOK_URL/);
		expect(far.door.registrations).toEqual([]);
	});

	it.each([
		['before', 0],
		['after', 1],
	])('neither loses nor repeats the registration of a trigger %s a refused one', async (__, at) => {
		const { good, bad, workflow } = pairs[at] as Pair;
		const outcome = outcomes[actors.length + at] as Outcome;
		expect(outcome.status).not.toBe('published');
		expect(outcome.reasons.join()).toContain(WORDS);
		bad.door.registrations.length = 0;
		bad.door.react('pass');
		await deactivate(stage.session, workflow);
		await activate(stage.session, workflow);
		for (const { door } of [good, bad]) expect(door.registrations).toHaveLength(1);
		const [goodUrl = '', badUrl = ''] = [good, bad].map(({ door }) => door.registrations[0]?.url);
		expect(await deliverTask(badUrl, 'Mended')).toMatchObject({ status: 200 });
		expect(await deliverTask(goodUrl, 'Good')).toMatchObject({ status: 200 });
		await titlesUpTo(stage, { ...good, workflow }, 'Mended');
		expect(await titlesUpTo(stage, { ...good, workflow }, 'Good')).toEqual(['Good', 'Mended']);
	});

	interface Pair {
		good: Account;
		bad: Account;
		workflow: SavedWorkflow;
	}

	async function openPair(place: 'first' | 'last'): Promise<Pair> {
		const good = await stage.openAccount();
		const bad = await stage.openAccount();
		bad.door.react({ status: 401, headers: json, body });
		const nodes = [
			triggerNode({ id: 'good', name: 'Good', credentials: use(good.credential) }),
			triggerNode({ id: 'bad', name: 'Bad', credentials: use(bad.credential) }),
		];
		if (place === 'last') nodes.reverse();
		const workflow = await createWorkflow(stage.session, triggerWorkflow(nodes), good.credential);
		return { good, bad, workflow };
	}

	/** A service whose address is not loopback, and whose calls would arrive all the same. */
	async function openFarAway(): Promise<Actor> {
		const { door } = await stage.openAccount();
		const credential = await createCredential(stage.session, {
			name: 'Far away',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl: door.url.replace('127.0.0.1', '0.0.0.0'), apiToken: stage.sandbox.token },
		});
		const draft = triggerWorkflow([triggerNode()]);
		return { door, credential, workflow: await createWorkflow(stage.session, draft, credential) };
	}

	/** n8n itself answers 404 for a workflow that is not active. */
	async function expectOnlyLastLives(actor: Actor) {
		const urls = actor.door.registrations.map(({ url }) => url);
		for (const url of urls.slice(0, -1)) {
			expect([401, 410]).toContain((await deliverTask(url, 'Left over')).status);
		}
		expect((await deliverTask(urls.at(-1) ?? '', 'Live')).status).toBe(200);
		expect(await titlesUpTo(stage, actor, 'Live')).toEqual(['Live']);
	}
});
