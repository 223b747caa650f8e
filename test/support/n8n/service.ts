import {
	createCredential,
	type Credential,
	type NewCredential,
} from '../../../tools/n8n/api/credentials';
import type { Session } from '../../../tools/n8n/api/session';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { call } from '../../../tools/http/client';
import { forwardTo } from '../proxy';
import { startServer, type ReceivedRequest, type ScriptedServer } from '../../../tools/http/server';

export type Authentication = 'apiToken' | 'login';

/** As in the control routes of the sandbox. */
interface StoredTask {
	id: number;
	title: string;
	board_id: number;
	due_date: string | null;
}

/** A separate sandbox, and a credential for it. */
export interface Service {
	sandbox: Sandbox;
	/** Records requests to the sandbox; can reply in its place. */
	proxy: ScriptedServer;
	credential: Credential;
	/** Waits until the event is delivered. */
	createTask(title: string, more?: object): Promise<void>;
	/** Without the initial tasks. */
	tasks(): Promise<StoredTask[]>;
	/** All URLs that n8n registered or tried to register. */
	registeredUrls(): string[];
	logins(): number;
	tokens(): Set<string>;
}

export async function openService(
	session: Session,
	authentication: Authentication = 'apiToken',
): Promise<Service> {
	// No retries, and enough time for a busy n8n.
	const sandbox = await startSandbox({
		assumptions: { retryDelaysMs: [] },
		deliveryTimeoutMs: 120_000,
	});
	const proxy = await startServer(forwardTo(sandbox.url));
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
			if (status !== 201) throw new Error(`The sandbox responded with ${status}`);
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
