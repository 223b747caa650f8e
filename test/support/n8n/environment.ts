/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isExternalN8n, trackCreated } from '../../../tools/n8n/attachment';
import { openHost, type Host, type HostOptions } from '../../../tools/n8n/host';
import {
	finishedExecution,
	itemsOf,
	settledExecutions,
	type Execution,
} from '../../../tools/n8n/api/executions';
import { activate } from '../../../tools/n8n/api/publication';
import { openSession } from '../../../tools/n8n/api/session';
import { installTarball } from '../../../tools/n8n/tarball';
import {
	createWorkflow,
	run,
	type SavedWorkflow,
	type Workflow,
} from '../../../tools/n8n/api/workflows';
import { openService, type Authentication, type Service } from './service';
import { readShared } from './sharedN8n';
import { chain, noOp, trigger } from '../../../tools/n8n/workflow';

export type { Service };

/** A workflow with a trigger, and its own service. */
export interface SavedTrigger extends Service {
	workflow: SavedWorkflow;
}

export interface PublishedTrigger extends SavedTrigger {
	url: string;
}

interface TestTools {
	openService(authentication?: Authentication): Promise<Service>;
	/** Saves and runs a workflow from the node `Start`; resolves with the execution's id. */
	startWorkflow(workflow: Workflow, service: Pick<Service, 'credential'>): Promise<string>;
	/** As `startWorkflow`, but waits for the end. */
	runWorkflow(workflow: Workflow, service: Pick<Service, 'credential'>): Promise<Execution>;
	/** By default a trigger and a node that does nothing. */
	saveTrigger(workflow?: Workflow, authentication?: Authentication): Promise<SavedTrigger>;
	publishTrigger(workflow?: Workflow, authentication?: Authentication): Promise<PublishedTrigger>;
	/** The sorted titles of the tasks that the trigger returned in `count` executions. */
	waitForTitles(saved: Pick<SavedTrigger, 'workflow'>, count: number): Promise<unknown[]>;
}

/** Of suites with their own n8n and suites that share one. */
export type TestEnvironment = TestTools &
	Pick<Host, 'home' | 'session' | 'close'> & { n8n: Pick<Host['n8n'], 'url' | 'log'> };

export type OwnTestEnvironment = TestTools & Host;

/** Attaches to the n8n that jest's global setup started. */
export async function attachEnvironment(): Promise<TestEnvironment> {
	const shared = readShared();
	if (shared === undefined) throw new Error('There is no shared n8n: run this in the project e2e');
	const { home, url, owner } = shared;
	const { session, removeCreated } = trackCreated(await openSession(url, owner));
	const log = () => readFileSync(path.join(home, 'n8n.log'), 'utf8');
	return withTools({
		home,
		session,
		n8n: { url, log },
		close: async () => {
			// The shared n8n is deleted anyway.
			if (isExternalN8n()) await removeCreated();
		},
	});
}

/** An n8n for one suite. */
export async function openTestEnvironment(options: HostOptions = {}): Promise<OwnTestEnvironment> {
	const shared = readShared();
	const install = shared && (async (home: string) => await installTarball(shared.tarball, home));
	return withTools(await openHost({ install, ...options }));
}

export function withTools<H extends Pick<Host, 'session' | 'close'>>(host: H): H & TestTools {
	const { session, close } = host;
	const services: Service[] = [];
	const tools: TestTools = {
		openService: async (authentication) => {
			const service = await openService(session, authentication);
			services.push(service);
			return service;
		},
		startWorkflow: async (workflow, { credential }) =>
			await run(session, await createWorkflow(session, workflow, credential), 'Start'),
		runWorkflow: async (workflow, service) =>
			await finishedExecution(session, await tools.startWorkflow(workflow, service)),
		saveTrigger: async (workflow = chain(trigger(), noOp()), authentication) => {
			const service = await tools.openService(authentication);
			return { ...service, workflow: await createWorkflow(session, workflow, service.credential) };
		},
		publishTrigger: async (...saved) => {
			const published = await tools.saveTrigger(...saved);
			await activate(session, published.workflow);
			return { ...published, url: published.registeredUrls()[0] ?? '' };
		},
		waitForTitles: async ({ workflow }, count) => {
			const executions = await settledExecutions(session, workflow, count);
			return executions.flatMap(titlesOf).sort();
		},
	};
	const closeAll = async () => {
		await close();
		for (const { sandbox, proxy } of services) await Promise.all([sandbox.close(), proxy.close()]);
	};
	return Object.assign(host, tools, { close: closeAll });
}

/** The items of all nodes but `Next`. */
export function outputOf(execution: Execution) {
	const names = Object.keys(execution.data?.resultData.runData ?? {});
	return names.filter((name) => name !== 'Next').flatMap((name) => itemsOf(execution, name));
}

/** With the output "Raw", they are in the body. */
export function titlesOf(execution: Execution): unknown[] {
	return outputOf(execution).map(({ task, body }) => {
		const title: unknown = Object(task ?? Object(Object(body).data).task).title;
		return title;
	});
}
