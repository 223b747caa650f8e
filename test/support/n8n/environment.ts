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

/** Of suites with their own n8n and suites that share one. */
export type TestEnvironment = Awaited<ReturnType<typeof attachEnvironment>>;

export type OwnTestEnvironment = Awaited<ReturnType<typeof openTestEnvironment>>;

/** Attaches to the n8n that jest's global setup started. */
export async function attachEnvironment() {
	const shared = readShared();
	if (shared === undefined) throw new Error('There is no shared n8n: run this in the project e2e');
	const { home, url, owner } = shared;
	const { session, removeCreated } = trackCreated(await openSession(url, owner));
	const log = () => readFileSync(path.join(home, 'n8n.log'), 'utf8');
	// The shared n8n is deleted anyway.
	const close = async () => await (isExternalN8n() ? removeCreated() : undefined);
	return withTools({ home, session, n8n: { url, log }, close });
}

/** An n8n for one suite. */
export async function openTestEnvironment(options: HostOptions = {}) {
	const shared = readShared();
	const install = shared && (async (home: string) => await installTarball(shared.tarball, home));
	return withTools(await openHost({ install, ...options }));
}

export function withTools<H extends Pick<Host, 'session' | 'close'>>(host: H) {
	const { session, close: closeHost } = host;
	const services: Service[] = [];

	const open = async (authentication?: Authentication) => {
		const service = await openService(session, authentication);
		services.push(service);
		return service;
	};
	/** Saves and runs a workflow from the node `Start`; resolves with the execution's ID. */
	const startWorkflow = async (workflow: Workflow, { credential }: Pick<Service, 'credential'>) =>
		await run(session, await createWorkflow(session, workflow, credential), 'Start');
	/** By default a trigger and a node that does nothing. */
	const saveTrigger = async (
		workflow: Workflow = chain(trigger(), noOp()),
		authentication?: Authentication,
	): Promise<SavedTrigger> => {
		const service = await open(authentication);
		return { ...service, workflow: await createWorkflow(session, workflow, service.credential) };
	};
	return Object.assign(host, {
		openService: open,
		startWorkflow,
		saveTrigger,
		/** As `startWorkflow`, but waits for the end. */
		runWorkflow: async (workflow: Workflow, service: Pick<Service, 'credential'>) =>
			await finishedExecution(session, await startWorkflow(workflow, service)),
		publishTrigger: async (...saved: Parameters<typeof saveTrigger>): Promise<PublishedTrigger> => {
			const published = await saveTrigger(...saved);
			await activate(session, published.workflow);
			return { ...published, url: published.registeredUrls()[0] ?? '' };
		},
		/** The sorted titles of the tasks that the trigger returned in `count` executions. */
		waitForTitles: async ({ workflow }: Pick<SavedTrigger, 'workflow'>, count: number) => {
			const executions = await settledExecutions(session, workflow, count);
			return executions.flatMap(titlesOf).sort();
		},
		close: async () => {
			await closeHost();
			for (const { sandbox, proxy } of services)
				await Promise.all([sandbox.close(), proxy.close()]);
		},
	});
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
