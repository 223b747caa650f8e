import { createCredential, type Credential } from '../../host/credentials';
import { finishedExecution, type Execution } from '../../host/executions';
import { openStage, type Stage } from '../../host/stage';
import { createWorkflow, run, type Workflow } from '../../host/workflows';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call } from './client';
import { LEAN } from '../../host/lean';

const TYPE = 'workspaceTaskServiceApi';

/** A task as the sandbox's control routes show it. */
export interface StoredTask {
	id: number;
	title: string;
	board_id: number;
	due_date: string | null;
}

/** A sandbox of one test's own, and a credential for it: faults and pauses reach no other test. */
export interface Service {
	sandbox: Sandbox;
	credential: Credential;
	/** Without those that every sandbox begins with. */
	tasks(): Promise<StoredTask[]>;
}

export interface ActionStage extends Stage {
	/** @param addressOf where the credential sends; by default the sandbox itself */
	openService(addressOf?: (sandbox: Sandbox) => Promise<string> | string): Promise<Service>;
	/** Saves the workflow, runs it and waits for its end. */
	runWorkflow(workflow: Workflow, credential: Credential): Promise<Execution>;
	/** The same without the wait; resolves with the id of the execution. */
	startWorkflow(workflow: Workflow, credential: Credential): Promise<string>;
}

/** @param settings of n8n, in place of those without the editor */
export async function openActionStage(settings: NodeJS.ProcessEnv = LEAN): Promise<ActionStage> {
	const stage = await openStage(settings);
	const { session, close } = stage;
	const sandboxes: Sandbox[] = [];
	const startWorkflow: ActionStage['startWorkflow'] = async (workflow, credential) =>
		await run(session, await createWorkflow(session, workflow, credential), 'Start');
	return Object.assign(stage, {
		startWorkflow,
		runWorkflow: async (workflow: Workflow, credential: Credential) =>
			await finishedExecution(session, await startWorkflow(workflow, credential)),
		openService: async (addressOf = ({ url }: Sandbox): Promise<string> | string => url) => {
			const sandbox = await startSandbox();
			sandboxes.push(sandbox);
			const first = await storedTasks(sandbox);
			const data = { baseUrl: await addressOf(sandbox), apiToken: sandbox.token };
			const name = `Service ${sandboxes.length}`;
			const credential = await createCredential(session, { name, type: TYPE, data });
			const tasks = async () => (await storedTasks(sandbox)).slice(first.length);
			return { sandbox, credential, tasks };
		},
		close: async () => {
			await close();
			await Promise.all(sandboxes.map(async (sandbox) => await sandbox.close()));
		},
	});
}

async function storedTasks({ url }: Sandbox): Promise<StoredTask[]> {
	return (await call<StoredTask[]>('GET', `${url}/sandbox/tasks`)).body;
}
