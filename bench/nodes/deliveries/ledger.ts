/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '../../../host/poll';
import type { Postgres } from '../../../host/postgres';
import type { SavedWorkflow } from '../../../host/workflows';

/** What n8n has noted of the executions of one workflow. */
interface Page {
	succeeded: number;
	/** Neither successful nor under way. */
	failed: number;
	/** When the last of them ended, in milliseconds since 1970. */
	lastEndMs: number;
}

/** Reads n8n's database past n8n: its API would take from it what the deliveries need. */
export interface Ledger {
	read(workflow: SavedWorkflow): Promise<Page>;
	close(): void;
}

export function openLedger(home: string): Ledger {
	const database = new DatabaseSync(path.join(home, '.n8n/database.sqlite'), { readOnly: true });
	const query = database.prepare(statement('unixepoch(max("stoppedAt"), \'subsec\')', '?'));
	query.setReturnArrays(true);
	return {
		read: async ({ id }) => page(Object.values(query.get(id) ?? [])),
		close: () => database.close(),
	};
}

export function queueLedger({ query }: Postgres): Ledger {
	const endOf = 'extract(epoch from max("stoppedAt"))';
	return {
		read: async ({ id }) => page((await query(statement(endOf, `'${id}'`)))[0] ?? []),
		close: () => {},
	};
}

/** @returns when the last of that many executions ended, once all are over */
export async function finished(ledger: Ledger, workflow: SavedWorkflow, count: number) {
	return await until('finish the executions', async () => {
		const { succeeded, failed, lastEndMs } = await ledger.read(workflow);
		if (failed > 0) throw new Error(`${failed} executions failed`);
		return succeeded >= count ? lastEndMs : undefined;
	});
}

const statement = (end: string, id: string) =>
	`SELECT count(*) FILTER (WHERE status = 'success'),
		count(*) FILTER (WHERE status NOT IN ('success', 'new', 'running', 'waiting', 'unknown')),
		${end} FROM execution_entity WHERE "workflowId" = ${id}`;

function page([succeeded, failed, end]: unknown[]): Page {
	return { succeeded: Number(succeeded), failed: Number(failed), lastEndMs: Number(end) * 1_000 };
}
