import { cpuMs } from '../proc';
import type { Actor } from './actor';
import { finished } from './ledger';
import { shipAtOnce, type Delivery, type Shipping } from './load';
import type { Scene } from './scene';
import { AT_ONCE } from './size';
import type { Sample } from './summary';

export type Ship = (deliveries: Delivery[]) => Promise<Shipping>;

/** As much as n8n can take. */
export const shipLoad: Ship = async (deliveries) => await shipAtOnce(deliveries, AT_ONCE);

/**
 * Sends the deliveries, and waits until what they started is over.
 * @param runs how many executions they must start
 */
export async function measure(
	{ pids, ledger }: Scene,
	{ workflow }: Actor,
	deliveries: Delivery[],
	ship: Ship,
	runs = deliveries.length,
): Promise<Sample> {
	const { succeeded } = await ledger.read(workflow);
	const cpuBefore = usedBy(pids());
	const start = Date.now();
	const { latenciesMs, elapsedMs } = await ship(deliveries);
	const end = await finished(ledger, workflow, succeeded + runs);
	const cpu = usedBy(pids()) - cpuBefore;
	const after = await ledger.read(workflow);
	const ran = after.succeeded - succeeded;
	if (ran !== runs) throw new Error(`${ran} executions instead of ${runs}`);
	const untilEndMs = runs === 0 ? elapsedMs : end - start;
	return { latenciesMs, elapsedMs, untilEndMs, cpuMs: cpu };
}

const usedBy = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
