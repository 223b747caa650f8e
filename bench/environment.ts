/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod/v4';
import { createCredential, use } from '../host/credentials';
import { failureOf, readExecution } from '../host/executions';
import { LEAN } from '../host/lean';
import { panelList, type PanelList } from '../host/panelLists';
import { until } from '../host/poll';
import { activate } from '../host/publication';
import { Refusal } from '../host/session';
import { openStage, type Stage } from '../host/stage';
import { savedWorkflow, type Workflow } from '../host/workflows';

/** What a node has in its `credentials`. */
export type UsedCredential = ReturnType<typeof use>;

const timedRun = z.object({ executionTime: z.number() });

const EXECUTIONS = `SELECT count("stoppedAt") AS finished,
	count(*) FILTER (WHERE status IN ('error', 'crashed', 'canceled')) AS failed,
	max(id) AS newest, unixepoch(max("stoppedAt"), 'subsec') * 1000 AS lastEndMs
	FROM execution_entity WHERE "workflowId" = ?`;
const counts = z.object({ finished: z.number(), failed: z.number() });
const executions = counts.extend({ newest: z.unknown(), lastEndMs: z.number().nullable() });

/** A fresh n8n of one process with the packed package. All that the benchmark asks of it is here. */
export class BenchEnvironment {
	private readonly database: DatabaseSync;

	private constructor(private readonly stage: Stage) {
		const file = path.join(stage.home, '.n8n/database.sqlite');
		this.database = new DatabaseSync(file, { readOnly: true });
	}

	static async open(): Promise<BenchEnvironment> {
		return new BenchEnvironment(await openStage(LEAN));
	}

	/** Another process after `restart`, at the same address. */
	get n8n() {
		return this.stage.n8n;
	}

	get packageFolder() {
		return this.stage.packageFolder;
	}

	readonly restart = async (settings?: NodeJS.ProcessEnv) => await this.stage.restart(settings);

	async close(): Promise<void> {
		this.database.close();
		await this.stage.close();
	}

	async createCredential(type: string, data: Record<string, string>): Promise<UsedCredential> {
		return use(await createCredential(this.stage.session, { name: type, type, data }));
	}

	/** @returns the id of the workflow */
	async publish(workflow: Workflow): Promise<string> {
		const { session } = this.stage;
		const draft = await session.rest('POST', '/rest/workflows', { active: false, ...workflow });
		const saved = savedWorkflow.parse(draft);
		await activate(session, saved);
		return saved.id;
	}

	/** Reads n8n's database directly: its API would compete with what is measured. */
	executions(workflowId: string) {
		return executions.parse(this.database.prepare(EXECUTIONS).get(workflowId));
	}

	/** Waits until the workflow has had so many executions. */
	async finishedExecutions(workflowId: string, count: number) {
		return await until('finish the executions', async () => {
			const found = this.executions(workflowId);
			return found.finished >= count ? found : undefined;
		});
	}

	/** What n8n notes as the time of a node in the newest execution. */
	async nodeTimeMs(workflowId: string, node: string, items: number): Promise<number> {
		const id = String(this.executions(workflowId).newest);
		const read = async () => await readExecution(this.stage.session, id).catch(ignore503);
		const execution = await until('read its database', read);
		const [run] = execution.data?.resultData.runData?.[node] ?? [];
		const created = run?.data?.main[0]?.length;
		if (created !== items)
			throw new Error(`${node}: ${created} of ${items} items. ${failureOf(execution) ?? ''}`);
		return timedRun.parse(run).executionTime;
	}

	/** What the editor requests when a list of a panel is opened. */
	async panelList(list: PanelList, { workspaceTaskServiceApi: used }: UsedCredential) {
		const credential = { id: '', name: '', ...used, type: 'workspaceTaskServiceApi', data: {} };
		return await panelList(this.stage.session, list, credential, { authentication: 'apiToken' });
	}
}

/** After many items n8n reports its database as unavailable for a moment. */
function ignore503(error: unknown): undefined {
	if (!(error instanceof Refusal) || error.status !== 503) throw error;
}
