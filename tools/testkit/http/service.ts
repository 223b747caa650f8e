import { createCredential, type Credential, type NewCredential } from '../../n8n/api/credentials';
import type { Session } from '../../n8n/api/session';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { call } from './http';
import { startProxy } from './proxy';
import type { ReceivedRequest, ScriptedServer } from './server';

export type Authentication = 'apiToken' | 'login';

/** A task as the sandbox's control routes show it. */
export interface StoredTask {
	id: number;
	title: string;
	board_id: number;
	due_date: string | null;
}

/** A sandbox of its own, so that nothing else is affected, and a credential that reaches it. */
export interface Service {
	sandbox: Sandbox;
	/** In front of the sandbox: records and, on request, answers in its place. */
	proxy: ScriptedServer;
	credential: Credential;
	/** Creates a task, and waits until its event is delivered. */
	createTask(title: string, more?: object): Promise<void>;
	/** Without those that every sandbox begins with. */
	tasks(): Promise<StoredTask[]>;
	/** The addresses that n8n registered or tried to register, in order. */
	registeredUrls(): string[];
	logins(): number;
	/** The tokens that n8n sent. */
	tokens(): Set<string>;
}

/** @param authentication of the credential */
export async function openService(
	session: Session,
	authentication: Authentication = 'apiToken',
): Promise<Service> {
	// A refused delivery is not repeated, a busy n8n gets the time that it needs.
	const sandbox = await startSandbox({ retryDelaysMs: [], deliveryTimeoutMs: 120_000 });
	const proxy = await startProxy(sandbox.url);
	const { token, email, password, url } = sandbox;
	const baseUrl = proxy.url;
	const account = {
		apiToken: { type: 'workspaceTaskServiceApi', data: { baseUrl, apiToken: token } },
		login: { type: 'workspaceTaskServiceLoginApi', data: { baseUrl, email, password } },
	}[authentication] as Omit<NewCredential, 'name'>;
	const credential = { ...account, name: `Service at ${proxy.url}` };
	const initial = (await storedTasks(sandbox)).length;
	return {
		sandbox,
		proxy,
		credential: await createCredential(session, credential),
		createTask: async (title, more = {}) => {
			const body = { title, board_id: 1, ...more };
			const { status } = await call('POST', `${url}/api/v1/tasks`, { token, body });
			if (status !== 201) throw new Error(`The sandbox answered ${status}`);
			await sandbox.idle();
		},
		tasks: async () => (await storedTasks(sandbox)).slice(initial),
		registeredUrls: () => proxy.requestsTo('POST /api/v1/webhooks').map(urlIn),
		logins: () => proxy.requestsTo('POST /api/v1/auth/login').length,
		tokens: () => new Set(proxy.requests.flatMap(({ headers }) => headers.authorization ?? [])),
	};
}

async function storedTasks({ url }: Sandbox): Promise<StoredTask[]> {
	return (await call<StoredTask[]>('GET', `${url}/sandbox/tasks`)).body;
}

const urlIn = ({ body }: ReceivedRequest) => String(Object(JSON.parse(body)).url);
