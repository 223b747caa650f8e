import { createCredential, type Credential } from '../../host/credentials';
import { allExecutionsOf, isRunning, itemsOf, type Execution } from '../../host/executions';
import { until } from '../../host/poll';
import { openStage, type Cast, type Stage } from '../../host/stage';
import { createWorkflow, type SavedWorkflow, type Workflow } from '../../host/workflows';
import { call } from './client';
import { openDoor, type Door } from './door';
import { LEAN } from '../../host/lean';

/** n8n's two ways to activate a workflow: its default, and that of older versions. */
export const PATHS: Array<[name: string, settings: NodeJS.ProcessEnv]> = [
	['with the publication service', {}],
	['without the publication service', { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' }],
];

/** A credential of the sandbox's account, with an address that no other credential uses. */
export interface Account {
	credential: Credential;
	door: Door;
}

interface Accounts {
	/** Signs in with the API token, or with e-mail and password. */
	openAccount(authentication?: 'apiToken' | 'login'): Promise<Account>;
}

export type TriggerStage = Stage & Accounts;

/** @param extra n8n settings, laid over the usual ones */
export async function openTriggerStage(
	extra: NodeJS.ProcessEnv = {},
	cast: Cast = {},
): Promise<TriggerStage> {
	return withAccounts(await openStage({ ...LEAN, ...extra }, cast));
}

export function withAccounts<S extends Stage>(stage: S): S & Accounts {
	// A refused delivery is over at once.
	stage.sandbox.assume({ retryDelaysMs: [] });
	const doors: Door[] = [];
	const closeStage = stage.close;
	return Object.assign(stage, {
		openAccount: async (authentication: 'apiToken' | 'login' = 'apiToken') => {
			const door = await openDoor(stage.sandbox.url);
			doors.push(door);
			const name = `Account ${doors.length}`;
			const secrets = secretsOf(stage)[authentication];
			const data = { baseUrl: door.url, ...secrets.data };
			const credential = { name, type: secrets.type, data };
			return { door, credential: await createCredential(stage.session, credential) };
		},
		close: async () => {
			await closeStage();
			await Promise.all(doors.map(async (door) => await door.close()));
		},
	});
}

function secretsOf({ sandbox: { email, password, token } }: Stage) {
	return {
		apiToken: { type: 'workspaceTaskServiceApi', data: { apiToken: token } },
		login: { type: 'workspaceTaskServiceLoginApi', data: { email, password } },
	};
}

/** A saved workflow with an account of its own. */
export type Actor = Account & { workflow: SavedWorkflow };

export async function openActor(stage: TriggerStage, workflow: Workflow): Promise<Actor> {
	const account = await stage.openAccount();
	const saved = await createWorkflow(stage.session, workflow, account.credential);
	return { ...account, workflow: saved };
}

/** Causes `task.created` at the service, for every webhook. */
export async function createTask({ sandbox }: Stage, title: string): Promise<void> {
	const { url, token } = sandbox;
	const { status } = await call('POST', `${url}/api/v1/tasks`, {
		token,
		body: { title, board_id: 1 },
	});
	expect(status).toBe(201);
	await sandbox.idle();
}

/** Waits until an execution has put this task out, and gives the titles of all executions' tasks. */
export async function titlesUpTo(stage: Stage, { workflow }: Actor, title: string) {
	const executions = await until(`run for "${title}"`, async () => {
		const found = await allExecutionsOf(stage.session, workflow);
		const isThere = found.flatMap(titlesOf).includes(title);
		return isThere && !found.some(isRunning) ? found : undefined;
	});
	return executions.flatMap(titlesOf).sort();
}

/** What every trigger of the workflow put out. */
export function outputOf(execution: Execution) {
	const names = Object.keys(execution.data?.resultData.runData ?? {});
	return names.filter((name) => name !== 'Next').flatMap((name) => itemsOf(execution, name));
}

/** With the output "Raw" the task is where the service put it. */
export function titlesOf(execution: Execution): unknown[] {
	return outputOf(execution).map(({ task, body }) => {
		const title: unknown = Object(task ?? Object(Object(body).data).task).title;
		return title;
	});
}
