import { randomUUID } from 'node:crypto';
import { createCredential } from '../../../host/credentials';
import { activate } from '../../../host/publication';
import type { Session } from '../../../host/session';
import { savedWorkflow, type SavedWorkflow } from '../../../host/workflows';
import type { Registration, Registry } from './registry';
import type { Trigger } from './triggers';

/** A published workflow of one trigger, and where its deliveries go. */
export interface Actor {
	trigger: Trigger;
	workflow: SavedWorkflow;
	/** One for each process that answers deliveries. */
	urls: string[];
	headers: Record<string, string>;
}

/** Where an n8n hears of deliveries. */
export interface Place {
	session: Session;
	/** The processes that answer deliveries. */
	origins: string[];
	registry: Registry;
}

export async function openActors(place: Place, triggers: Trigger[]): Promise<Actor[]> {
	const actors: Actor[] = [];
	for (const trigger of triggers) actors.push(await openActor(place, trigger));
	return actors;
}

async function openActor(place: Place, trigger: Trigger): Promise<Actor> {
	const { session, origins, registry } = place;
	const id = randomUUID();
	const node = await nodeOf(place, trigger, id);
	const workflow = savedWorkflow.parse(
		await session.rest('POST', '/rest/workflows', workflowOf(trigger.name, node)),
	);
	const known = registry.registrations.length;
	await activate(session, workflow);
	const byHand = { url: `${origins[0]}${trigger.byHand?.(id)}`, token: undefined };
	const { url, token }: Registration = registry.registrations[known] ?? byHand;
	const urls = origins.map((origin) => url.replace(new URL(url).origin, origin));
	return { trigger, workflow, urls, headers: token ? { 'x-gitlab-token': token } : {} };
}

async function nodeOf({ session, registry }: Place, trigger: Trigger, webhookId: string) {
	const { name, type, typeVersion, kind, credential } = trigger;
	const parameters =
		kind === 'core' ? { ...trigger.parameters, path: webhookId } : trigger.parameters;
	const node = { id: randomUUID(), name, type, typeVersion, parameters };
	const all = { ...node, webhookId, position: [0, 0] };
	if (credential === undefined) return all;
	const data = credential.data(registry.url);
	const { id } = await createCredential(session, { name, type: credential.type, data });
	return { ...all, credentials: { [credential.type]: { id, name } } };
}

/** The trigger leads to a node that passes the items on. */
function workflowOf(name: string, trigger: object) {
	const type = 'n8n-nodes-base.noOp';
	const next = { id: randomUUID(), name: 'Next', type, typeVersion: 1, position: [200, 0] };
	return {
		name,
		nodes: [trigger, { ...next, parameters: {} }],
		connections: { [name]: { main: [[{ node: next.name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
