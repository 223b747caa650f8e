import { z } from 'zod/v4';
import type { Session } from './session';
import { until } from '../poll';
import type { SavedWorkflow } from './workflows';

const item = z.looseObject({
	json: z.record(z.string(), z.unknown()),
	pairedItem: z.unknown().optional(),
});
const nodeRun = z.looseObject({
	/** The sub-nodes of an agent return their items under other names than `main`. */
	data: z.looseObject({ main: z.array(z.array(item).nullable()).default([]) }).optional(),
	error: z.looseObject({ message: z.string() }).optional(),
});
const storedExecution = z.object({
	id: z.coerce.string(),
	/** Not in the lists of n8n 1. */
	status: z.string().optional(),
	finished: z.boolean(),
	stoppedAt: z.string().nullable(),
	/** `manual`: started in the editor; `webhook`: by a delivery to a published workflow. */
	mode: z.string(),
	workflowId: z.string(),
	data: z
		.object({
			resultData: z.object({
				runData: z.record(z.string(), z.array(nodeRun)).optional(),
				error: z.looseObject({ message: z.string() }).optional(),
			}),
		})
		.optional(),
});

const execution = storedExecution.transform(({ finished, stoppedAt, ...others }) => {
	const ended = finished ? 'success' : 'error';
	return { ...others, status: others.status ?? (stoppedAt === null ? 'running' : ended) };
});

const page = z.object({ data: z.array(execution), nextCursor: z.string().nullable() });

export type Execution = z.infer<typeof execution>;

const RUNNING = ['new', 'running', 'waiting', 'unknown'];
export const isRunning = ({ status }: Pick<Execution, 'status'>) => RUNNING.includes(status);

/** All pages, newest first. */
export async function allExecutionsOf(
	{ api }: Session,
	{ id }: SavedWorkflow,
	includeData = true,
): Promise<Execution[]> {
	const found: Execution[] = [];
	let next: { cursor?: string } | undefined = {};
	while (next !== undefined) {
		const query = { workflowId: id, includeData: String(includeData), limit: '250', ...next };
		const response = await api(`/api/v1/executions?${new URLSearchParams(query)}`);
		const one: z.infer<typeof page> = page.parse(response);
		found.push(...one.data);
		next = one.nextCursor === null ? undefined : { cursor: one.nextCursor };
	}
	return found;
}

/**
 * All executions of a workflow, once there are at least `count` and none is running. n8n responds to
 * a delivery before it stores the execution, and executions end in any order.
 */
export async function settledExecutions(
	session: Session,
	workflow: SavedWorkflow,
	count: number,
): Promise<Execution[]> {
	await until(`finish ${count} executions`, async () => {
		const found = await allExecutionsOf(session, workflow, false);
		return found.length >= count && !found.some(isRunning) ? true : undefined;
	});
	return await until('store the executions', async () => {
		const found = await allExecutionsOf(session, workflow);
		return found.every(isStored) ? found : undefined;
	});
}

export async function readExecution({ api }: Session, id: string): Promise<Execution> {
	return execution.parse(await api(`/api/v1/executions/${id}?includeData=true`));
}

export async function finishedExecution(session: Session, id: string): Promise<Execution> {
	return await until('finish the execution', async () => {
		const found = await readExecution(session, id);
		return isRunning(found) || !isStored(found) ? undefined : found;
	});
}

/** Some versions store the status before the data: what the nodes returned, or the error. */
function isStored({ status, data }: Execution): boolean {
	const { runData = {}, error } = data?.resultData ?? {};
	const hasData = error !== undefined || Object.keys(runData).length > 0;
	return hasData || !['success', 'error'].includes(status);
}

/** Of all runs of the node. */
export function itemsOf(execution: Execution, node: string, output = 0) {
	return fullItemsOf(execution, node, output).map(({ json }) => json);
}

/** With `pairedItem`. */
export function fullItemsOf({ data }: Execution, node: string, output = 0) {
	const runs = data?.resultData.runData?.[node] ?? [];
	return runs.flatMap((one) => one.data?.main[output] ?? []);
}

export function failureOf({ status, data }: Execution): string | undefined {
	if (status === 'success') return undefined;
	return data?.resultData.error?.message ?? `the execution ended as ${status}`;
}
