import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox';
import { call, type Call } from '../../tools/testkit/http/http';
import { startServer, type ScriptedServer } from '../../tools/testkit/http/server';

/** A sandbox and a receiver for its webhooks, new for each test. */
export interface SandboxScene {
	sandbox: Sandbox;
	receiver: ScriptedServer;
	/** Replaces the sandbox by one with other options. */
	start(options: SandboxOptions): Promise<void>;
	/** A route below `/api/v1`, with the token. */
	api<T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown): Answer<T>;
	/** A route below `/sandbox`. */
	control<T = unknown>(method: Method, path: string, body?: unknown, more?: Call): Answer<T>;
	/** A webhook to a path of the receiver, for both events. */
	register(path?: string, events?: string[]): Answer<unknown>;
	/** Causes `task.created`. */
	createTask(title?: string): Answer<{ id: number }>;
	/** Causes `task.updated`. */
	edit(title?: string): void;
	/** The titles in the notifications that arrived. */
	titles(): string[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Answer<T> = ReturnType<typeof call<T>>;

const BOTH = ['task.created', 'task.updated'];

export function sandboxScene(): SandboxScene {
	const scene = {} as SandboxScene;
	const start = async (options: SandboxOptions) => {
		scene.sandbox = await startSandbox({ retryDelaysMs: [0, 0], seed: 1, ...options });
	};
	beforeEach(async () => {
		scene.receiver = await startServer();
		await start({});
	});
	afterEach(async () => {
		await scene.sandbox.close();
		await scene.receiver.close();
	});
	return Object.assign(scene, {
		start: async (options: SandboxOptions) => {
			await scene.sandbox.close();
			await start(options);
		},
		api: <T>(method: Method, path: string, body?: unknown) => {
			const { token, url } = scene.sandbox;
			return call<T>(method, `${url}/api/v1${path}`, { body, token });
		},
		control: <T>(method: Method, path: string, body?: unknown, more?: Call) =>
			call<T>(method, `${scene.sandbox.url}/sandbox${path}`, { body, ...more }),
		register: (path = '/hook?key=s3cret', events = BOTH) =>
			scene.api('POST', '/webhooks', { url: `${scene.receiver.url}${path}`, events }),
		createTask: (title = 'Ship it') =>
			scene.api<{ id: number }>('POST', '/tasks', { title, board_id: 2 }),
		edit: (title = 'Edited') => void scene.sandbox.editTask(1, { title }),
		titles: () => scene.receiver.requests.map(({ body }) => JSON.parse(body).data.task.title),
	});
}
