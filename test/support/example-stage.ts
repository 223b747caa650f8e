import { z } from 'zod/v4';
import {
	allExecutionsOf,
	failureOf,
	finishedExecution,
	isRunning,
	type Execution,
} from '../../host/executions';
import { NO_RUNNER } from '../../host/lean';
import { until } from '../../host/poll';
import { createWorkflow, readExample, run, type SavedWorkflow } from '../../host/workflows';
import { openActionStage, type ActionStage, type Service } from './action-stage';
import { call } from './client';
import { choose, type Choices } from './examples';
import { startReceiver, type Receiver } from './receiver';

/** A stage with the editor, and with a chat that receives messages. */
export type ExampleStage = ActionStage & {
	chat: Receiver;
	/** Imports the file, with the service's credential and what a user would choose. */
	imported(file: string, service: Service, choices?: Choices): Promise<SavedWorkflow>;
	/** Runs the workflow to its end, which must be a good one. */
	finished(workflow: SavedWorkflow, trigger?: string, item?: object): Promise<Execution>;
	/** The executions that the workflow has had, as soon as there are `count`. */
	started(workflow: SavedWorkflow, count: number): Promise<Execution[]>;
	/** The texts that the chat receives while `work` goes on. */
	messagesOf(work: () => Promise<unknown>): Promise<string[]>;
};

const message = z.object({ text: z.string() });

export async function openExampleStage(): Promise<ExampleStage> {
	const stage = await openActionStage(NO_RUNNER);
	const chat = await startReceiver();
	const { session, close } = stage;
	return Object.assign(stage, {
		chat,
		imported: async (file: string, { credential }: Service, choices: Choices = {}) =>
			await createWorkflow(session, choose(await readExample(file), choices), credential),
		finished: async (workflow: SavedWorkflow, trigger = 'Start Here', item?: object) => {
			const id = await run(session, workflow, trigger, item);
			const execution = await finishedExecution(session, id);
			expect(failureOf(execution)).toBeUndefined();
			return execution;
		},
		started: async (workflow: SavedWorkflow, count: number) =>
			await until(`run ${count} times`, async () => {
				const found = await allExecutionsOf(session, workflow);
				return found.length >= count && !found.some(isRunning) ? found : undefined;
			}),
		messagesOf: async (work: () => Promise<unknown>) => {
			const before = chat.requests.length;
			await work();
			const received = await chat.waitFor(before + 1);
			return received.slice(before).map(({ body }) => message.parse(JSON.parse(body)).text);
		},
		close: async () => {
			await close();
			await chat.close();
		},
	});
}

/** Causes `task.created`. */
export async function addTask({ sandbox }: Service, title: string, more: object = {}) {
	const body = { title, board_id: 1, ...more };
	await call('POST', `${sandbox.url}/api/v1/tasks`, { token: sandbox.token, body });
	await sandbox.idle();
}
