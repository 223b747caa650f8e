import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod/v4';
import { createCredential, referTo } from '../n8n/api/credentials';
import { openHost, type Host } from '../n8n/host';
import { failureOf, readExecution } from '../n8n/api/executions';
import { until } from '../n8n/poll';
import { NO_EDITOR } from '../n8n/presets';
import { activate } from '../n8n/api/publication';
import { Refusal } from '../n8n/api/session';
import { savedWorkflow, type Workflow } from '../n8n/api/workflows';

/** As in the `credentials` of a node. */
export type UsedCredential = ReturnType<typeof referTo>;

const timedRun = z.object({ executionTime: z.number() });

const EXECUTIONS = `SELECT count("stoppedAt") AS finished,
	count(*) FILTER (WHERE status IN ('error', 'crashed', 'canceled')) AS failed,
	max(id) AS newest, unixepoch(max("stoppedAt"), 'subsec') * 1000 AS lastEndMs
	FROM execution_entity WHERE "workflowId" = ?`;
const counts = z.object({ finished: z.number(), failed: z.number() });
const executions = counts.extend({ newest: z.unknown(), lastEndMs: z.number().nullable() });

/** A fresh n8n in one process, with the packed package. */
export class BenchEnvironment {
	private readonly database: DatabaseSync;

	private constructor(private readonly host: Host) {
		const file = path.join(host.home, '.n8n/database.sqlite');
		this.database = new DatabaseSync(file, { readOnly: true });
	}

	static async open(): Promise<BenchEnvironment> {
		return new BenchEnvironment(await openHost({ settings: NO_EDITOR }));
	}

	/** Another process after `restart`, with the same URL. */
	get n8n() {
		return this.host.n8n;
	}

	readonly restart = async (settings?: NodeJS.ProcessEnv) => await this.host.restart(settings);

	async close(): Promise<void> {
		this.database.close();
		await this.host.close();
	}

	async createCredential(type: string, data: Record<string, string>): Promise<UsedCredential> {
		return referTo(await createCredential(this.host.session, { name: type, type, data }));
	}

	/** @returns the id of the workflow */
	async publish(workflow: Workflow): Promise<string> {
		const { session } = this.host;
		const draft = await session.rest('POST', '/rest/workflows', { active: false, ...workflow });
		const saved = savedWorkflow.parse(draft);
		await activate(session, saved);
		return saved.id;
	}

	/** CPU time of all threads of n8n so far, in steps of 10 ms. Linux only. */
	cpuMs(): number {
		const stat = readFileSync(`/proc/${this.n8n.pid}/stat`, 'utf8');
		// The process name before ") " may contain spaces.
		const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
		const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
		const [USER, SYSTEM] = [11, 12];
		return ((Number(fields[USER]) + Number(fields[SYSTEM])) / ticksPerSecond) * 1_000;
	}

	/** Resident memory of n8n: `VmRSS` is its size now, `VmHWM` its largest since the start. Linux only. */
	memoryMb(field: 'VmRSS' | 'VmHWM'): number {
		const status = readFileSync(`/proc/${this.n8n.pid}/status`, 'utf8');
		const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
		if (kilobytes === undefined) throw new Error(`No ${field} in the status of n8n's process`);
		return Number(kilobytes) / 1_024;
	}

	/** Reads n8n's database: requests to its API would distort the figures. */
	executions(workflowId: string) {
		return executions.parse(this.database.prepare(EXECUTIONS).get(workflowId));
	}

	async finishedExecutions(workflowId: string, count: number) {
		return await until('finish the executions', async () => {
			const found = this.executions(workflowId);
			return found.finished >= count ? found : undefined;
		});
	}

	/** The time of a node in the newest execution, as n8n stores it. */
	async nodeTimeMs(workflowId: string, node: string, items: number): Promise<number> {
		const id = String(this.executions(workflowId).newest);
		const read = async () => await readExecution(this.host.session, id).catch(ignore503);
		const execution = await until('read its database', read);
		const [run] = execution.data?.resultData.runData?.[node] ?? [];
		const created = run?.data?.main[0]?.length;
		if (created !== items)
			throw new Error(`${node}: ${created} of ${items} items. ${failureOf(execution) ?? ''}`);
		return timedRun.parse(run).executionTime;
	}
}

/** After many items, n8n's database is briefly unavailable. */
function ignore503(error: unknown): undefined {
	if (!(error instanceof Refusal) || error.status !== 503) throw error;
}
