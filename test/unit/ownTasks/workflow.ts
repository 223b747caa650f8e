import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type {
	OwnTasks,
	TypedTaskEvent,
} from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import { readObjectOrGuess } from '../../../nodes/WorkspaceTaskService/reading/object';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';

/* A workflow that creates tasks: what the suites of own tasks share. */

export const BASE_URL = 'https://tasks.example.com';
export const TRIGGER = {
	name: 'Trigger',
	type: 'n8n-nodes-workspace-task-service.workspaceTaskServiceTrigger',
};

let workflows = 0;
/** The ID of a workflow that has created nothing. */
export const newWorkflow = () => `workflow ${(workflows += 1)}`;

/** Notes a create. Undefined in the response: nothing was created. */
export async function noteTask(
	tasks: OwnTasks,
	response: string | undefined | Promise<string>,
	title = 'Own',
): Promise<void> {
	const create = { title, chain: 'chain', continuesChain: false };
	await tasks.trackCreateInFlight(create, Promise.resolve(response));
}

/** An event whose type is read in its own words. */
export function readTaskEvent(body: object, type: string | null = 'task.created'): TypedTaskEvent {
	return { type, isExact: true, reading: { task: readObjectOrGuess(listPlaces(body), 'task') } };
}

/** An execution that an event started. */
export interface Execution {
	/** Of the trigger. */
	items?: INodeExecutionData[];
	/** The item of the trigger that each item of the action node comes from, where n8n knows it. */
	sources?: Array<INodeExecutionData | undefined>;
	/** What n8n says of the execution; n8n before 2.15 says nothing. */
	executionContext?: object | null;
	/** Nodes before the action node. */
	before?: object[];
	/** Nodes after the trigger. */
	after?: object[];
	isExecuted?: boolean;
	options?: object;
}

export function openExecution(workflow: string, execution: Execution) {
	const { items = [], sources = [], isExecuted = true, options = {} } = execution;
	const { before = [], after = [{ name: 'Action' }] } = execution;
	const { executionContext = { triggerNode: TRIGGER } } = execution;
	const flow = {};
	const all = jest.fn(() => items);
	const check = jest.fn(async () => ({ new: [], processed: [] }));
	const context = {
		getNode: () => ({ name: 'Action' }),
		getWorkflow: () => ({ id: workflow }),
		getContext: () => flow,
		getParentNodes: () => before,
		getChildNodes: () => after,
		...(executionContext && { getExecutionContext: () => executionContext }),
		helpers: { checkProcessedAndRecord: check, removeProcessed: async () => {} },
		getWorkflowDataProxy: (index: number) => ({
			$: () => ({
				isExecuted,
				params: { options },
				all,
				get item() {
					if (sources[index] === undefined) throw new Error('The pairing is lost');
					return sources[index];
				},
			}),
		}),
	};
	return { context: context as unknown as IExecuteFunctions, all, check };
}
