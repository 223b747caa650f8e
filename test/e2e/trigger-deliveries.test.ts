/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { use } from '../../host/credentials';
import { gzipSync } from 'node:zlib';

import { allExecutionsOf } from '../../host/executions';
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
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

let stage: TriggerStage;
beforeAll(async () => (stage = await openTriggerStage()));
afterAll(async () => await stage?.close());

async function openActive(
	options: Record<string, unknown>,
	events = ['task.created'],
	typeVersion = 1.1,
) {
	const trigger = triggerNode({ typeVersion, parameters: { events, options } });
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

/** What all odd bodies became at a trigger of that version. */
async function receiveBodies(typeVersion: number, output: string) {
	const { actor, url } = await openActive({ output }, undefined, typeVersion);
	const answers = await Promise.all(
		BODIES.map(async ({ name, type, encoding, body }) => {
			const more = { ...(type && { 'content-type': type }), 'content-encoding': encoding ?? '' };
			return await deliver(url, { body, headers: { 'x-webhook-delivery': name, ...more } });
		}),
	);
	expect((await deliverTask(url, 'Last')).status).toBe(200);
	await titlesUpTo(stage, actor, 'Last');
	return { answers, executions: await allExecutionsOf(stage.session, actor.workflow) };
}

/** What the service sent, in both forms of output. */
function sentIn(item: Record<string, unknown>) {
	const id = 'payload' in item ? item.deliveryId : Object(item.headers)['x-webhook-delivery'];
	const name = String(id).split('#')[0];
	return { name, payload: 'payload' in item ? item.payload : item.body };
}

describe.each(['simplified', 'raw'])('a delivery to the live address with %s output', (output) => {
	const received: Array<Awaited<ReturnType<typeof receiveBodies>>> = [];

	beforeAll(async () => {
		for (const version of [1, 1.1]) received.push(await receiveBodies(version, output));
	});

	it.each(BODIES.map((one, index) => ({ ...one, index })))(
		'with $name is answered 200 and starts one run, the same in both versions',
		({ name, payloads, index }) => {
			const found = received.map(({ answers, executions }) => {
				expect(answers[index]).toEqual({ status: 200, text: '' });
				const runs = executions.filter((one) =>
					outputOf(one).some((item) => sentIn(item).name === name),
				);
				expect(runs).toMatchObject([{ status: 'success' }]);
				return runs.flatMap(outputOf).map((item) => sentIn(item).payload);
			});
			if (payloads === 'any') expect(found[1]).toEqual([expect.anything()]);
			else expect(found[1]).toEqual(payloads);
			expect(found[0]).toEqual(found[1]);
		},
	);

	it('never starts a run that fails', () => {
		for (const { executions } of received) {
			expect(executions).toHaveLength(BODIES.length + 1);
			expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
		}
	});
});

describe('a body that cannot be read', () => {
	// n8n takes 16 MB.
	const TOO_LARGE = Buffer.alloc(17 * 1024 * 1024, 'a');

	it.each([
		['is too large', 413, '', TOO_LARGE],
		['is too large when unpacked', 413, 'gzip', gzipSync(TOO_LARGE)],
		['is packed badly', 400, 'gzip', 'not packed'],
	])('because it %s is answered %d and starts nothing', async (_, status, encoding, body) => {
		const { actor, url } = await openActive({});
		const headers = { 'content-type': 'application/octet-stream', 'content-encoding': encoding };
		expect(await deliver(url, { body, headers })).toEqual({ status, text: '' });
		const wrong = `${url}x`;
		expect(await deliver(wrong, { body, headers })).toEqual({ status: 401, text: '' });
		await deliverTask(url, 'Last');
		await titlesUpTo(stage, actor, 'Last');
		expect(await allExecutionsOf(stage.session, actor.workflow)).toHaveLength(1);
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
