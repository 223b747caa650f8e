import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/sandbox';
import { call, type Call } from '../../../tools/http/client';
import { startServer, type ScriptedServer } from '../../../tools/http/server';

/** A sandbox and a receiver for its webhooks, new for each test. */
export interface SandboxSuite {
	sandbox: Sandbox;
	receiver: ScriptedServer;
	/** Replaces the sandbox with one that has other options. */
	start(options: SandboxOptions): Promise<void>;
	/** A route below `/api/v1`, with the token. */
	api<T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown): CallResponse<T>;
	/** A route below `/sandbox`. */
	control<T = unknown>(method: Method, path: string, body?: unknown, more?: Call): CallResponse<T>;
	/** A webhook to a path of the receiver, for both events. */
	register(path?: string, events?: string[]): CallResponse<unknown>;
	/** Causes `task.created`. */
	createTask(title?: string): CallResponse<{ id: number }>;
	/** Causes `task.updated`. */
	edit(title?: string): void;
	/** The titles in the notifications that arrived. */
	titles(): string[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type CallResponse<T> = ReturnType<typeof call<T>>;

const BOTH = ['task.created', 'task.updated'];

export function sandboxSuite(): SandboxSuite {
	const suite = {} as SandboxSuite;
	const start = async ({ assumptions, ...more }: SandboxOptions) => {
		const quick = { retryDelaysMs: [0, 0], ...assumptions };
		suite.sandbox = await startSandbox({ assumptions: quick, seed: 1, ...more });
	};
	beforeEach(async () => {
		suite.receiver = await startServer();
		await start({});
	});
	afterEach(async () => {
		await suite.sandbox.close();
		await suite.receiver.close();
	});
	return Object.assign(suite, {
		start: async (options: SandboxOptions) => {
			await suite.sandbox.close();
			await start(options);
		},
		api: <T>(method: Method, path: string, body?: unknown) => {
			const { token, url } = suite.sandbox;
			return call<T>(method, `${url}/api/v1${path}`, { body, token });
		},
		control: <T>(method: Method, path: string, body?: unknown, more?: Call) =>
			call<T>(method, `${suite.sandbox.url}/sandbox${path}`, { body, ...more }),
		register: (path = '/hook?key=s3cret', events = BOTH) =>
			suite.api('POST', '/webhooks', { url: `${suite.receiver.url}${path}`, events }),
		createTask: (title = 'Ship it') =>
			suite.api<{ id: number }>('POST', '/tasks', { title, board_id: 2 }),
		edit: (title = 'Edited') => void suite.sandbox.editTask(1, { title }),
		titles: () => suite.receiver.requests.map(({ body }) => JSON.parse(body).data.task.title),
	});
}
