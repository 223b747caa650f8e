import {
	activate,
	type Choices,
	choose,
	createWorkflow,
	deactivate,
	environment,
	failureOf,
	finishedExecution,
	readExample,
	run,
	type SavedWorkflow,
	type Service,
	settledExecutions,
} from './environment';

/** A service for each test. */
export let service: Service;
beforeEach(async () => (service = await environment.openService()));

const active: SavedWorkflow[] = [];
/** A file contains its webhook path, which only one published workflow can have. */
afterEach(async () => {
	for (const workflow of active.splice(0)) await deactivate(environment.session, workflow);
});

/** Imports the file with the service's credential and the values a user would choose. */
export async function imported(file: string, choices: Choices = {}): Promise<SavedWorkflow> {
	const workflow = choose(await readExample(file), choices);
	return await createWorkflow(environment.session, workflow, service.credential);
}

export async function published(file: string, choices: Choices = {}): Promise<SavedWorkflow> {
	const workflow = await imported(file, choices);
	await activate(environment.session, workflow);
	active.push(workflow);
	return workflow;
}

/** For a schedule that only the test starts: otherwise, it can also start at the wrong moment. */
export const ON_LEAP_DAYS = {
	rule: { interval: [{ field: 'cronExpression', expression: '0 0 29 2 *' }] },
};

/** Runs the workflow until it succeeds. */
export async function finished(workflow: SavedWorkflow, trigger = 'Start Here', item?: object) {
	const id = await run(environment.session, workflow, trigger, item);
	const execution = await finishedExecution(environment.session, id);
	expect(failureOf(execution)).toBeUndefined();
	return execution;
}

export const settled = async (workflow: SavedWorkflow, count: number) =>
	await settledExecutions(environment.session, workflow, count);
