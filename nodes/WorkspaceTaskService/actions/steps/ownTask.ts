import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { field, isFilledText } from '../../api/json';
import { CALLS } from '../../api/calls';
import { idInUrl, readTask } from '../../api/read/object';
import { MAX_SELF_STARTS, OwnTasks, readStart } from '../../ownTasks';
import type { ApiRequest, Outcome, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;
const TOO_OFTEN = `Not created: this workflow has started itself ${MAX_SELF_STARTS} times in ten minutes`;
const REMEDY =
	'It was started for events that look like those of tasks that it created. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".';

/** What started an execution: a trigger of this package, and then maybe an own task, or another node. */
type Start = 'other' | 'event' | 'ownTask';

/** n8n's `$('Node')`. */
type NodeData = { isExecuted: boolean; params: unknown; all(): INodeExecutionData[] };

interface OwnTaskSteps {
	/** Throws if the workflow has started itself too often. */
	limitSelfStarts: Step;
	/** Notes the new task for the trigger. */
	note: Step;
}

const NOTHING: OwnTaskSteps = { limitSelfStarts: (next) => next, note: (next) => next };

/** For creates in an execution that a trigger of this package started. */
export function ownTask(
	context: IExecuteFunctions,
	{ baseUrl, request }: { baseUrl: string; request: ApiRequest },
): OwnTaskSteps {
	if (request.call !== CALLS.createTask) return NOTHING;
	const start = startOf(context, baseUrl);
	if (start === 'other') return NOTHING;
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	return {
		limitSelfStarts: (next) => async () => {
			if (start !== 'ownTask' || tasks.takeSelfStart(new Date())) return await next();
			throw new NodeOperationError(context.getNode(), TOO_OFTEN, { description: REMEDY });
		},
		note: (next) => async () => {
			const sentAt = new Date();
			const sent = next();
			const ids = sent.then(taskIdsIn, () => []);
			tasks.note(request.body, ids, sentAt);
			return await sent;
		},
	};
}

/** Found before the first create of an execution, and kept with it by n8n, over waits and restarts. */
function startOf(context: IExecuteFunctions, baseUrl: string): Start {
	const kept = context.getContext('flow') as Record<string, Start>;
	return (kept[`started for ${baseUrl}`] ??= startIn(context, baseUrl));
}

function startIn(context: IExecuteFunctions, baseUrl: string): Start {
	const { triggerNode, parentExecutionId } = context.getExecutionContext?.() ?? {};
	// The trigger of a parent is not in its sub-workflow.
	if (parentExecutionId !== undefined) return 'other';
	// n8n before 2.15 does not name it.
	const nodes = triggerNode ? [triggerNode] : context.getParentNodes(context.getNode().name);
	const $ = context.getWorkflowDataProxy(0).$ as (name: string) => NodeData;
	const trigger = nodes
		// It may have been renamed before the execution is retried.
		.filter(({ name, type }) => TRIGGER_TYPE.test(type) && context.getChildNodes(name).length > 0)
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
	if (trigger === undefined) return 'other';
	const isIntended = field(trigger.params, 'options', 'ignoreOwnTasks') === false;
	if (isIntended) return 'event';
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	const items = trigger.all().map(({ json }) => readStart(json));
	return tasks.countStart(items) ? 'ownTask' : 'event';
}

/** The IDs in the body and in the URL of the new task. Undefined if nothing was created. */
function taskIdsIn(outcome: Outcome): string[] | undefined {
	if (policyOf(outcome).effect === 'none') return undefined;
	const [task, ...others] = [field(outcome, 'body')].flat();
	const url = field(outcome, 'response', 'headers', 'location');
	return [others.length === 0 && readTask(task).id, idInUrl(url)].filter(isFilledText);
}
