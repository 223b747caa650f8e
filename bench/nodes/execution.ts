import { z } from 'zod/v4';
import { failureOf, isRunning, readExecution, type Execution } from '../../host/executions';
import { until } from '../../host/poll';
import { activate } from '../../host/publication';
import { Refusal, type Session } from '../../host/session';
import type { Stage } from '../../host/stage';
import { createWorkflow, type SavedWorkflow } from '../../host/workflows';
import { call } from '../../test/support/client';
import { items, line, webhook } from '../../test/support/line-workflow';
import type { Service } from './house';
import type { NodePeer } from './peers';
import { cpuMs, peakMemoryMb } from './proc';

/** A published workflow: as many items as told, and the node that is measured. */
export interface Course {
	workflow: SavedWorkflow;
	url: string;
	node: string;
	items: number;
}

export interface Lap {
	/** How long the node took, as n8n itself notes it. */
	nodeMs: number;
	/** CPU time of n8n for the whole execution: its items, the node, and what n8n stores of them. */
	cpuMs: number;
	/** The most memory that n8n held since `forgetPeak`, before anybody reads what it stored. */
	peakMemoryMb: number;
}

export async function layOut(
	{ session, n8n }: Stage,
	{ node }: NodePeer,
	service: Service,
	count: number,
): Promise<Course> {
	const path = crypto.randomUUID();
	const measured = node(service);
	const course = line(webhook(path), ...items(count), measured);
	const workflow = await createWorkflow(session, course, service.own);
	await activate(session, workflow);
	return { workflow, url: `${n8n.url}/webhook/${path}`, node: measured.name, items: count };
}

/** One execution. Its address answers when it is over, so that nobody asks n8n meanwhile. */
export async function runLap({ session, n8n }: Stage, course: Course): Promise<Lap> {
	const earlier = await newestExecution(session, course);
	const before = cpuMs(n8n.pid);
	const { status } = await call('POST', course.url, { body: {} });
	const measured = { cpuMs: cpuMs(n8n.pid) - before, peakMemoryMb: peakMemoryMb(n8n.pid) };
	const stored = async () => {
		const newest = await newestExecution(session, course);
		if (newest === undefined || newest === earlier) return undefined;
		const found = await readExecution(session, newest);
		return isRunning(found) ? undefined : found;
	};
	const execution = await until('store the execution', async () => await stored().catch(notNow));
	const failure = failureOf(execution);
	if (failure !== undefined) throw new Error(`${course.node}: ${failure} (${status})`);
	return { nodeMs: nodeTime(execution, course), ...measured };
}

/** After many items n8n takes its own database for gone, until it has looked at it again. */
function notNow(error: unknown): undefined {
	if (!(error instanceof Refusal) || error.status !== 503) throw error;
}

const page = z.object({ data: z.array(z.object({ id: z.coerce.string() })) });
const timed = z.object({ executionTime: z.number() });

async function newestExecution({ api }: Session, { workflow }: Course) {
	const query = new URLSearchParams({ workflowId: workflow.id, limit: '1' });
	return page.parse(await api(`/api/v1/executions?${query}`)).data[0]?.id;
}

function nodeTime({ data }: Execution, { node, items: count }: Course): number {
	const [run] = data?.resultData.runData?.[node] ?? [];
	const made = run?.data?.main[0]?.length;
	if (made !== count) throw new Error(`${node} made ${made} of ${count} items`);
	return timed.parse(run).executionTime;
}
