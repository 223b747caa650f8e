/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allExecutionsOf } from '../../host/executions';
import { listen, stopListening } from '../../host/listening';
import { activate, deactivate, publish } from '../../host/publication';
import { deliver, deliverTask } from '../support/deliver';
import {
	openActor,
	openTriggerStage,
	PATHS,
	titlesUpTo,
	type Actor,
	type TriggerStage,
} from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

describe.each(PATHS)('the key of a registration, %s', (_, settings) => {
	let stage: TriggerStage;
	let actors: Actor[];
	let keys: string[];

	beforeAll(async () => {
		stage = await openTriggerStage({ ...settings, N8N_LOG_LEVEL: 'debug' });
		actors = [await open({}), await open({ output: 'raw' }), await open({})];
		const [simple, raw, refused] = actors as [Actor, Actor, Actor];
		simple.door.react('lost', 'pass');
		refused.door.react({ status: 422, body: (sent) => `{"message":"No","sent":${sent}}` });
		await Promise.all([
			activate(stage.session, simple.workflow),
			activate(stage.session, raw.workflow),
			publish(stage.session, refused.workflow),
		]);
		for (const actor of [simple, raw]) await provoke(actor);
		await deactivate(stage.session, simple.workflow);
		await listen(stage.session, raw.workflow, 'Task Event');
		await repeatAddress(raw, 'Test');
		await titlesUpTo(stage, raw, 'Test');
		await stopListening(stage.session, raw.workflow);
		const registered = actors.flatMap(({ door }) => door.registrations);
		keys = registered.map(({ url }) => new URL(url).searchParams.get('key') ?? '');
		expect(keys.filter(({ length }) => length < 20)).toEqual([]);
	});
	afterAll(async () => await stage?.close());

	async function open(options: object) {
		const parameters = { events: ['task.created'], options: { ...options } };
		return await openActor(stage, triggerWorkflow([triggerNode({ parameters })]));
	}

	/** A service may put the address that it calls into what it sends. */
	async function repeatAddress({ door }: Actor, title: string) {
		const url = door.registrations.at(-1)?.url ?? '';
		const task = { id: 1, title, link: url };
		const body = JSON.stringify({ event: 'task.created', webhook: { url }, data: { task } });
		const headers = { 'content-type': 'application/json', 'x-webhook-url': url, referer: url };
		expect((await deliver(url, { body, headers })).status).toBe(200);
	}

	async function provoke(actor: Actor) {
		const url = actor.door.registrations.at(-1)?.url ?? '';
		await deliverTask(`${url}x`, 'Forged');
		await deliverTask(`${url}&key=other`, 'Forged');
		await deliver(url, { body: '{ no JSON', headers: { 'content-type': 'application/json' } });
		await repeatAddress(actor, 'Repeated');
		expect(await titlesUpTo(stage, actor, 'Repeated')).toEqual(['Repeated']);
	}

	const leaked = (text: string) => keys.filter((key) => text.includes(key));

	it('is in no execution', async () => {
		for (const { workflow } of actors) {
			const executions = await allExecutionsOf(stage.session, workflow);
			expect(leaked(JSON.stringify(executions))).toEqual([]);
		}
		const runs = await allExecutionsOf(stage.session, (actors[0] as Actor).workflow);
		expect(JSON.stringify(runs)).toContain('key=***');
	});

	it('is in no file that n8n keeps, its database and its log at level debug among them', () => {
		const files = readdirSync(stage.home, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name));
		const names = files.map((file) => path.basename(file));
		expect(names).toEqual(expect.arrayContaining(['database.sqlite', 'n8n.log']));
		expect(stage.n8n.log()).toContain('debug');
		const telling = files.filter((file) => leaked(readFileSync(file, 'latin1')).length > 0);
		expect(telling).toEqual([]);
	});

	it('is not in the exported workflow', async () => {
		for (const { workflow } of actors) {
			const texts = [
				await stage.session.rest('GET', `/rest/workflows/${workflow.id}`),
				await stage.session.api(`/api/v1/workflows/${workflow.id}`),
			].map((one) => JSON.stringify(one));
			expect(texts.flatMap(leaked)).toEqual([]);
		}
	});
});
