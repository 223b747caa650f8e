import type { N8n } from '../../host/n8n';
import { until } from '../../host/poll';
import { openQueueStage, type QueueStage } from '../../host/queue';
import type { SavedWorkflow } from '../../host/workflows';
import { LEAN } from '../../host/lean';
import type { Shipment } from './load';
import { withAccounts, type TriggerStage } from './trigger-stage';

const SETTLE_WITHIN_MS = 300_000;
const UNSETTLED = ['new', 'running', 'waiting', 'unknown'];

export type QueueTriggerStage = QueueStage & TriggerStage;

/** @param extra settings of every n8n process, laid over the usual ones */
export async function openQueueTriggerStage(extra: NodeJS.ProcessEnv = {}) {
	return withAccounts(await openQueueStage({ ...LEAN, ...extra }));
}

/** A registered address at each webhook processor, where a load balancer would lead it. */
export function addressesOf({ processors }: QueueStage, registered = ''): string[] {
	return processors.map(({ url }) => registered.replace(new URL(registered).origin, url));
}

/** Goes round the addresses; where one does not answer, the next is tried. */
export function spread(titles: string[], addresses: string[]): Shipment[] {
	return titles.map((title, index) => {
		const first = index % addresses.length;
		return { title, urls: [...addresses.slice(first), ...addresses.slice(0, first)] };
	});
}

/** How many executions of a workflow there are, by status. */
export type Tally = Record<string, number>;

/** Waits until all executions of a workflow are over; a 200 comes after an execution is stored. */
export async function finished({ postgres }: QueueStage, { id }: SavedWorkflow): Promise<Tally> {
	const sql = `SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${id}' GROUP BY status`;
	const look = async () => {
		const rows = await postgres.query(sql);
		const counts = rows.map(([status = '', count]): [string, number] => [status, Number(count)]);
		const due = sum(counts.filter(([status]) => UNSETTLED.includes(status)));
		return due === 0 ? Object.fromEntries(counts) : undefined;
	};
	return await until('finish the executions', look, SETTLE_WITHIN_MS);
}

const sum = (counts: Array<[string, number]>) => counts.reduce((all, [, count]) => all + count, 0);

/** Waits until nothing waits for a worker or is in the hands of one. */
export async function queueEmpty(stage: QueueStage): Promise<void> {
	const look = async () => ((await abandoned(stage)) === 0 ? true : undefined);
	await until('empty its queue', look, SETTLE_WITHIN_MS);
}

/** Waits until nothing waits, and no living worker has anything in hand. How many a dead one had. */
export async function abandoned({ redis }: QueueStage): Promise<number> {
	let before: string | undefined;
	const look = async () => {
		const waiting = await redis.query('LLEN', 'bull:jobs:wait');
		const active = await redis.query('LRANGE', 'bull:jobs:active', '0', '-1');
		// One that is just being taken up has no lock yet, but has one at the next look.
		const isSettled = active === before;
		before = active;
		const ids = active.split('\n').filter(Boolean);
		const locks = ids.map((id) => `bull:jobs:${id}:lock`);
		const held = locks.length === 0 ? '0' : await redis.query('EXISTS', ...locks);
		return isSettled && waiting === '0' && held === '0' ? locks.length : undefined;
	};
	return await until('take its hands off the queue', look, SETTLE_WITHIN_MS);
}

/** The ids of the executions that a worker took up, again and again if it did so. */
export function takenUpBy(worker: N8n): string[] {
	const lines = worker.log().matchAll(/Worker started execution (\d+) \(job/g);
	return [...lines].map(([, id]) => String(id));
}
