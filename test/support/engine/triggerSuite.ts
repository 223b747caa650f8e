import type { INodeParameters } from 'n8n-workflow';

import { startServer, type ReceivedRequest, type ScriptedServer } from '../../../tools/http/server';
import { forwardTo } from '../proxy';
import { Engine, PACKAGE } from './engine';
import { BOTH, TriggerEnvironment } from './triggerEnvironment';

/* What the suites of the trigger share. Jest loads this file for each suite. */

/** Of the current test. */
export let environment: TriggerEnvironment;
/** Between the nodes and the sandbox. */
export let service: ScriptedServer;

/** For each test a trigger in n8n's engine, and the sandbox that it registers with. */
export function setUpTrigger(): void {
	beforeEach(async () => (environment = await TriggerEnvironment.open()));
	afterEach(async () => await environment.close());
}

/** Like `setUpTrigger`, with a service that forwards to the sandbox what a test does not script. */
export function setUpForwardingService(): void {
	setUpTrigger();
	beforeEach(async () => {
		service = await startServer(forwardTo(environment.sandbox.url));
		environment.engine.credentials.stored.baseUrl = service.url;
	});
	afterEach(async () => await service.close());
}

/** In a chain of nodes. */
export const TRIGGER_TYPE = `${PACKAGE}.workspaceTaskServiceTrigger`;
/** The nodes that create tasks in the suites about own tasks. */
export const CREATE_OWN: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'Own',
};

export const countCreates = () => service.requestsTo('POST /api/v1/tasks').length;

/** What the service sends to the n-th webhook that was registered. */
export function makeDelivery(body: string, n = 1): ReceivedRequest {
	const registration = service.requestsTo('POST /api/v1/webhooks')[n - 1];
	const { url: path } = JSON.parse(registration?.body ?? '{}') as { url: string };
	return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body };
}

export const publish = async (...activation: Parameters<TriggerEnvironment['activate']>) =>
	await environment.activate(...activation);

export const unpublish = async () => await environment.engine.hook('delete', { parameters: BOTH });

/** What n8n stored remains, and what this process remembers of the trigger does not. */
export async function restart(): Promise<void> {
	const { credentials, staticData } = environment.engine;
	environment.useEngine(await Engine.load(credentials.stored));
	environment.engine.staticData = staticData;
}

/** The delivery that a new task causes at the only webhook. */
export async function causeDelivery(boardId = 1): Promise<ReceivedRequest> {
	const earlier = environment.front.requests.length;
	await environment.createTask('a', boardId);
	return await environment.received(earlier + 1);
}

/** Hands over a delivery. @returns the items that the workflow starts with, if it does */
export async function passForItems(...delivery: Parameters<TriggerEnvironment['pass']>) {
	const { returned } = await environment.pass(...delivery);
	return returned.workflowData?.[0];
}

/** Hands over a delivery. @returns the status with which the node responded; undefined if n8n responds */
export async function passForStatus(delivery: ReceivedRequest): Promise<number | undefined> {
	return (await environment.pass(delivery)).response.status;
}
