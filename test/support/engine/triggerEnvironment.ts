import type { INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { Engine, type DeliverOptions, type HookOptions } from './engine';
import { call } from '../../../tools/http/client';
import { startServer, type ReceivedRequest, type ScriptedServer } from '../../../tools/http/server';

export const BOTH: INodeParameters = { events: ['task.created', 'task.updated'] };
export const CREATED_ONLY: INodeParameters = { events: ['task.created'] };

/** A trigger in n8n's engine, the sandbox it registers with, and n8n's public URL. */
export class TriggerEnvironment {
	private constructor(
		readonly sandbox: Sandbox,
		/** At n8n's public URL: it records what the service sends there. */
		readonly front: ScriptedServer,
		public engine: Engine,
	) {}

	static async open(): Promise<TriggerEnvironment> {
		const sandbox = await startSandbox();
		const environment = new TriggerEnvironment(
			sandbox,
			await startServer(),
			await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token }),
		);
		environment.useEngine(environment.engine);
		return environment;
	}

	async close(): Promise<void> {
		await this.sandbox.close();
		await this.front.close();
	}

	useEngine(engine: Engine): void {
		engine.webhookBaseUrl = `${this.front.url}/webhook`;
		this.engine = engine;
	}

	/** The service is now the server at the public URL, which follows a script. */
	async useScriptedService(): Promise<ScriptedServer> {
		this.useEngine(await Engine.load({ baseUrl: this.front.url, apiToken: 'token' }));
		return this.front;
	}

	/** The key in the URL of a delivery. */
	keyOf({ path }: Pick<ReceivedRequest, 'path'>): string {
		return new URL(path, this.front.url).searchParams.get('key') ?? '';
	}

	/** How often the service was asked to register a webhook. */
	registrations(): number {
		const paths = this.sandbox.requests().map(({ path }) => path);
		return paths.filter((path) => path === '/api/v1/webhooks').length;
	}

	/** What n8n does on activation. */
	async activate(
		parameters: INodeParameters,
		settings: Partial<INode> = {},
		options: HookOptions = {},
	): Promise<void> {
		if (await this.engine.hook('checkExists', { parameters, settings }, options)) return;
		await this.engine.hook('create', { parameters, settings }, options);
	}

	/** What n8n does when listening for a test event: its static data is not kept. */
	async listen(parameters: INodeParameters, whileListening = async () => {}): Promise<void> {
		const production = this.engine.staticData;
		this.engine.staticData = {};
		const test = { isTest: true };
		if (!(await this.engine.hook('checkExists', { parameters }, test))) {
			await this.engine.hook('create', { parameters }, test);
		}
		await whileListening();
		await this.engine.hook('delete', { parameters }, test);
		this.engine.staticData = production;
	}

	async createTask(title: string, boardId = 1): Promise<void> {
		const { url, token } = this.sandbox;
		await call('POST', `${url}/api/v1/tasks`, { token, body: { title, board_id: boardId } });
	}

	/** The n-th notification since the start. */
	async received(n = 1): Promise<ReceivedRequest> {
		const received = await this.front.waitFor(n);
		return received[n - 1] as ReceivedRequest;
	}

	/** Hands a delivery to the trigger as n8n does: JSON parsed, query parsed. */
	async pass(
		request: ReceivedRequest,
		parameters = BOTH,
		options: DeliverOptions = {},
		settings: Partial<INode> = {},
	) {
		const { path, headers, body } = request;
		const query = Object.fromEntries(new URL(path, this.front.url).searchParams);
		const parsed = { body: JSON.parse(body), rawBody: Buffer.from(body), headers, query };
		return await this.engine.deliver(parsed, { parameters, settings }, options);
	}
}
