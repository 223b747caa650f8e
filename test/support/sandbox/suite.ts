import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/sandbox';
import { call, type Call } from '../../../tools/http/client';
import { startServer, type ScriptedServer } from '../../../tools/http/server';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A sandbox and a receiver for its webhooks, new for each test.
 * @param choosePort of the sandbox, by default a free one
 */
export function sandboxSuite(choosePort = async () => 0) {
	const suite = {} as { sandbox: Sandbox; receiver: ScriptedServer };
	const open = async ({ assumptions, ...more }: SandboxOptions) => {
		const quick = { retryDelaysMs: [0, 0], ...assumptions };
		suite.sandbox = await startSandbox({ assumptions: quick, seed: 1, ...more });
	};
	beforeEach(async () => {
		suite.receiver = await startServer();
		await open({ port: await choosePort() });
	});
	afterEach(async () => {
		await suite.sandbox.close();
		await suite.receiver.close();
	});
	/** A route below `/api/v1`, with the token. */
	const api = <T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown) => {
		const { token, url } = suite.sandbox;
		return call<T>(method, `${url}/api/v1${path}`, { body, token });
	};
	return Object.assign(suite, {
		api,
		/** Replaces the sandbox with one that has other options. */
		start: async (options: SandboxOptions) => {
			await suite.sandbox.close();
			await open(options);
		},
		/** A route below `/sandbox`. */
		control: <T = unknown>(method: Method, path: string, body?: unknown, more?: Call) =>
			call<T>(method, `${suite.sandbox.url}/sandbox${path}`, { body, ...more }),
		/** A webhook to a path of the receiver, for both events. */
		register: (path = '/hook?key=s3cret', events = ['task.created', 'task.updated']) =>
			api('POST', '/webhooks', { url: `${suite.receiver.url}${path}`, events }),
		/** Causes `task.created`. */
		createTask: (title = 'Ship it') =>
			api<{ id: number }>('POST', '/tasks', { title, board_id: 2 }),
		/** Causes `task.updated`. */
		edit: (title = 'Edited') => void suite.sandbox.editTask(1, { title }),
	});
}
