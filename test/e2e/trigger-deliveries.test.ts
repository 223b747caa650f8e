import { allExecutionsOf, type Execution } from '../../host/executions';
import { until } from '../../host/poll';
import { activate } from '../../host/publication';
import { saveDraft } from '../../host/workflows';
import { deliver, deliverTask } from '../support/deliver';
import {
	openActor,
	openTriggerStage,
	outputOf,
	titlesUpTo,
	type Actor,
	type TriggerStage,
} from '../support/trigger-stage';
import { BODIES } from '../support/odd-bodies';
import { triggerNode, triggerWorkflow, use } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: TriggerStage;
beforeAll(async () => (stage = await openTriggerStage()));
afterAll(async () => await stage?.close());

async function openActive(options: Record<string, unknown>, events = ['task.created']) {
	const trigger = triggerNode({ parameters: { events, options } });
	const actor = await openActor(stage, triggerWorkflow([trigger]));
	trigger.credentials = use(actor.credential);
	await activate(stage.session, actor.workflow);
	return { actor, trigger, url: actor.door.registrations[0]?.url ?? '' };
}

describe('the answer to a delivery', () => {
	const SECRET_WORDS = 'What the sender wrote';
	let actor: Actor;
	let live: string;
	let retired: string;

	beforeAll(async () => {
		const opened = await openActive({ boards: [1] });
		actor = opened.actor;
		const parameters = {
			events: ['task.created'],
			options: { boards: [1], registrationLabel: 'second' },
		};
		const draft = triggerWorkflow([{ ...opened.trigger, parameters }]);
		await activate(stage.session, await saveDraft(stage.session, actor.workflow, draft));
		[retired = '', live = ''] = actor.door.registrations.map(({ url }) => url);
		expect((await deliverTask(live, 'Wanted', { delivery_id: 'wanted' })).status).toBe(200);
	});

	const withQuery = (query: string) => `${live.split('?')[0]}?${query}`;
	const key = (url: string) => new URL(url).searchParams.get('key') ?? '';

	it.each<[string, number, () => string, object]>([
		['the live key, once more', 200, () => live, { delivery_id: 'wanted' }],
		['the live key and another kind', 200, () => live, { event: 'task.updated' }],
		['the live key and another board', 200, () => live, { data: { task: { id: 1, board_id: 2 } } }],
		['a retired key', 410, () => retired, {}],
		['a wrong key', 401, () => withQuery('key=wrong'), {}],
		['an empty key', 401, () => withQuery('key='), {}],
		['no key', 401, () => withQuery(''), {}],
		['the key in an object', 401, () => withQuery(`key[a]=${key(live)}`), {}],
		['the key twice', 401, () => withQuery(`key=${key(live)}&key=${key(live)}`), {}],
		['the key among others', 401, () => withQuery(`key=${key(live)}&key=wrong`), {}],
		['the key under another name', 401, () => withQuery(`KEY=${key(live)}`), {}],
	])('with %s is %d, repeats nothing and starts nothing', async (_, status, url, more) => {
		const answer = await deliverTask(url(), SECRET_WORDS, { words: SECRET_WORDS, ...more });
		expect(answer).toEqual({ status, text: '' });
		const sentinel = crypto.randomUUID();
		expect(await deliverTask(live, sentinel)).toEqual({ status: 200, text: '' });
		const titles = await titlesUpTo(stage, actor, sentinel);
		expect(titles).not.toContain(SECRET_WORDS);
		expect(titles.filter((title) => title === 'Wanted')).toHaveLength(1);
	});
});

describe('a delivery to the live address', () => {
	let executions: Execution[];
	let answers: Array<{ status: number; text: string }>;

	beforeAll(async () => {
		const { actor, url } = await openActive({});
		answers = await Promise.all(
			BODIES.map(async ({ name, type, body }) => {
				const headers = { 'x-webhook-delivery': name, ...(type && { 'content-type': type }) };
				return await deliver(url, { body, headers });
			}),
		);
		expect((await deliverTask(url, 'Last')).status).toBe(200);
		await titlesUpTo(stage, actor, 'Last');
		executions = await allExecutionsOf(stage.session, actor.workflow);
	});

	it.each(BODIES.map((one, index) => ({ ...one, index })))(
		'with $name is answered 200 and starts one run',
		({ name, payloads, index }) => {
			expect(answers[index]).toEqual({ status: 200, text: '' });
			const runs = executions.filter((one) =>
				outputOf(one).some(({ deliveryId }) => String(deliveryId).split('#')[0] === name),
			);
			expect(runs).toMatchObject([{ status: 'success' }]);
			const found = runs.flatMap(outputOf).map(({ payload }) => payload);
			if (payloads === 'any') expect(found).toEqual([expect.anything()]);
			else expect(found).toEqual(payloads);
		},
	);

	it('never starts a run that fails', () => {
		expect(executions).toHaveLength(BODIES.length + 1);
		expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
	});
});

describe("a delivery that n8n's own parser refuses", () => {
	it.each([
		['is no JSON but says so', 'application/json', '{ no JSON'],
		['is in an unknown charset', 'text/plain; charset=x', 'abc'],
	])('because it %s starts nothing', async (_, type, body) => {
		const { actor, url } = await openActive({});
		expect((await deliver(url, { body, headers: { 'content-type': type } })).status).toBe(422);
		await deliverTask(url, 'Last');
		await titlesUpTo(stage, actor, 'Last');
		expect(await allExecutionsOf(stage.session, actor.workflow)).toHaveLength(1);
	});
});

describe('a duplicate', () => {
	const COPIES = 10;

	it.each([
		['the same delivery id', (copy: number) => ({ delivery_id: 'same', copy })],
		['the same bytes', () => ({})],
	])('by %s starts nothing, not even ten at once', async (_, more) => {
		const { actor, url } = await openActive({});
		const copies = Array.from({ length: COPIES }, (__, copy) =>
			deliverTask(url, 'Once', more(copy)),
		);
		const answers = await Promise.all(copies);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect((await deliverTask(url, 'Once', more(0))).status).toBe(200);
		await deliverTask(url, 'Last');
		expect(await titlesUpTo(stage, actor, 'Last')).toEqual(['Last', 'Once']);
	});

	it('by the header X-Webhook-Delivery starts nothing', async () => {
		const { actor, url } = await openActive({});
		for (const title of ['Once', 'Twice']) {
			const body = JSON.stringify({ event: 'task.created', data: { task: { title } } });
			const headers = { 'content-type': 'application/json', 'x-webhook-delivery': 'same' };
			expect((await deliver(url, { body, headers })).status).toBe(200);
		}
		await deliverTask(url, 'Last');
		expect(await titlesUpTo(stage, actor, 'Last')).toEqual(['Last', 'Once']);
	});

	it('starts a run of its own when "Ignore Duplicates" is off', async () => {
		const { actor, url } = await openActive({ ignoreDuplicates: false });
		const copies = Array.from({ length: COPIES }, async () => await deliverTask(url, 'Again'));
		await Promise.all(copies);
		await deliverTask(url, 'Last');
		const wanted = ['Again', ...Array.from({ length: COPIES - 1 }, () => 'Again'), 'Last'];
		const titles = await until('run for every copy', async () => {
			const found = await titlesUpTo(stage, actor, 'Last');
			return found.length >= wanted.length ? found : undefined;
		});
		expect(titles).toEqual(wanted);
	});
});
