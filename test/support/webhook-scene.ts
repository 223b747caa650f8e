import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox';
import { call } from './client';
import { startReceiver, type Receiver } from './receiver';

/** A sandbox and what its webhooks lead to, anew for each test. */
export interface WebhookScene {
	sandbox: Sandbox;
	receiver: Receiver;
	start(options?: SandboxOptions): Promise<void>;
	/** A route below `/sandbox`. */
	control(method: 'GET' | 'POST' | 'DELETE', path: string, more?: object): ReturnType<typeof call>;
	/** A webhook to a path of the receiver, for `task.updated`. */
	register(path?: string): ReturnType<typeof call>;
	/** Causes `task.updated`. */
	edit(title?: string): void;
}

export function webhookScene(): WebhookScene {
	const scene = {} as WebhookScene;
	beforeEach(async () => {
		scene.receiver = await startReceiver();
	});
	afterEach(async () => {
		await scene.sandbox.close();
		await scene.receiver.close();
	});
	scene.start = async (options = {}) => {
		scene.sandbox = await startSandbox({ retryDelaysMs: [0, 0], ...options });
	};
	scene.control = (method, path, more = {}) =>
		call(method, `${scene.sandbox.url}/sandbox${path}`, more);
	scene.register = (path = '/hook?key=s3cret') =>
		call('POST', `${scene.sandbox.url}/api/v1/webhooks`, {
			body: { url: `${scene.receiver.url}${path}`, events: ['task.updated'] },
			token: scene.sandbox.token,
		});
	scene.edit = (title = 'Edited') => scene.sandbox.editTask(1, { title });
	return scene;
}
