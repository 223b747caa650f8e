import { allExecutionsOf, isRunning } from '../../../tools/n8n/api/executions';
import type { N8n } from '../../../tools/n8n/process';
import { until } from '../../../tools/n8n/poll';
import { NO_EDITOR } from '../../../tools/n8n/presets';
import { openQueueHost, type QueueHost } from './host';
import type { SavedWorkflow } from '../../../tools/n8n/api/workflows';
import { titlesOf, withTools } from '../n8n/environment';
import { deliverTask } from '../../../tools/http/client';
import { generateLoad } from '../../../tools/http/load';

const SETTLE_WITHIN_MS = 300_000;
const CONCURRENCY = 50;

export type QueueEnvironment = Awaited<ReturnType<typeof openQueueEnvironment>>;

/** On a busy machine, n8n's database checks time out, and n8n responds with 503. */
const SLOW_MACHINE = { DB_PING_TIMEOUT_MS: '60000' };

/** @param settings override the usual ones of every n8n process */
export async function openQueueEnvironment(settings: NodeJS.ProcessEnv = {}) {
	return withTools(await openQueueHost({ ...NO_EDITOR, ...SLOW_MACHINE, ...settings }));
}

/** The lock of a killed worker's job expires sooner than n8n's default of a minute. */
export const SHORT_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
};

/** The registered URL at each webhook processor, as a load balancer would rewrite it. */
export function urlsOf({ processors }: QueueHost, registered = ''): string[] {
	return processors.map(({ url }) => registered.replace(new URL(registered).origin, url));
}

/** `status` is null if no URL responded. */
interface Receipt {
	title: string;
	status: number | null;
	/** The number of URLs that did not respond. */
	failures: number;
}

/**
 * Delivers each title once, round-robin over the URLs, until one responds, which must be with 200.
 * @param onReceipt receives the number of receipts after each
 */
export async function deliverAll(
	titles: string[],
	urls: string[],
	onReceipt: (count: number) => void = () => {},
): Promise<Receipt[]> {
	let count = 0;
	const load = { count: titles.length, concurrency: CONCURRENCY };
	const receipts = await generateLoad(load, async (index) => {
		const title = titles[index] ?? '';
		const first = index % urls.length;
		const rotated = [...urls.slice(first), ...urls.slice(0, first)];
		const receipt = { title, ...(await firstResponse(rotated, title)) };
		onReceipt(++count);
		return receipt;
	});
	expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
	return receipts;
}

async function firstResponse(urls: string[], title: string) {
	for (const [failures, url] of urls.entries()) {
		const response = await deliverTask(url, title, { event_id: title }).catch(() => null);
		if (response !== null) return { status: response.status, failures };
	}
	return { status: null, failures: urls.length };
}

/** Kills a process after a third of the deliveries; a load balancer then tries another URL. */
export async function deliverAndKill(environment: QueueEnvironment, titles: string[], target: N8n) {
	const { workflow, url } = await environment.publishTrigger();
	let killed: Promise<void> | undefined;
	const receipts = await deliverAll(titles, urlsOf(environment, url), (count) => {
		if (count === Math.round(titles.length / 3)) killed = target.kill();
	});
	await killed;
	return { workflow, receipts };
}

/** Those of the events whose execution succeeded. */
export async function titlesRun({ session }: QueueHost, workflow: SavedWorkflow) {
	const executions = await allExecutionsOf(session, workflow);
	return executions.filter(({ status }) => status === 'success').flatMap(titlesOf);
}

/** By status. */
type ExecutionCounts = Record<string, number>;

/** Waits until all executions have ended. n8n responds with 200 after an execution is stored. */
export async function finished(
	{ postgres }: QueueHost,
	{ id }: SavedWorkflow,
): Promise<ExecutionCounts> {
	const sql = `SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${id}' GROUP BY status`;
	const check = async () => {
		const rows = await postgres.query(sql);
		const counts = rows.map(([status = '', count]): [string, number] => [status, Number(count)]);
		const due = sum(counts.filter(([status]) => isRunning({ status })));
		return due === 0 ? Object.fromEntries(counts) : undefined;
	};
	return await until('finish the executions', check, SETTLE_WITHIN_MS);
}

const sum = (counts: Array<[string, number]>) => counts.reduce((all, [, count]) => all + count, 0);

/** Waits until no execution is queued or running. */
export async function queueEmpty(host: QueueHost): Promise<void> {
	const check = async () => ((await abandoned(host)) === 0 ? true : undefined);
	await until('empty its queue', check, SETTLE_WITHIN_MS);
}

/** Waits until nothing is queued or running. Returns the number of executions of killed workers. */
export async function abandoned({ redis }: QueueHost): Promise<number> {
	let before: string | undefined;
	const check = async () => {
		const waiting = await redis.query('LLEN', 'bull:jobs:wait');
		const active = await redis.query('LRANGE', 'bull:jobs:active', '0', '-1');
		// A job that has just started gets its lock before the next check.
		const isSettled = active === before;
		before = active;
		const ids = active.split('\n').filter(Boolean);
		const locks = ids.map((id) => `bull:jobs:${id}:lock`);
		const held = locks.length === 0 ? '0' : await redis.query('EXISTS', ...locks);
		return isSettled && waiting === '0' && held === '0' ? locks.length : undefined;
	};
	return await until('release the queue', check, SETTLE_WITHIN_MS);
}

/** An execution that a worker started twice is listed twice. */
export function executionsStartedBy(worker: N8n): string[] {
	const lines = worker.log().matchAll(/Worker started execution (\d+) \(job/g);
	return [...lines].map(([, id]) => String(id));
}
