import type { ExecutionPlan } from '../scenario/scenario';

/** The text by which the ledger knows an item. */
export const itemText = ({ id }: ExecutionPlan, index: number) => `${id}${index}`;

export const keyOf = ({ keys }: ExecutionPlan, index: number) =>
	keys > 0 ? `key${index % keys}.` : undefined;

export const boardOf = ({ boards }: ExecutionPlan, index: number) => 1 + (index % boards);

/** Spelled in two ways: names are not case-sensitive. */
export const newBoardOf = (plan: ExecutionPlan, index: number) =>
	`${index % 2 === 0 ? 'New' : 'NEW'} ${boardOf(plan, index)}`;

function parametersOf(plan: ExecutionPlan, index: number) {
	const { concurrency, maxRetries, timeoutS: timeout } = plan;
	const options = { concurrency, maxRetries, timeout, createOncePer: keyOf(plan, index) };
	const text = itemText(plan, index);
	const number = boardOf(plan, index);
	const board = (mode: string, value: string) => ({ boardId: { __rl: true, mode, value } });
	const task = { resource: 'task', operation: 'create', title: text, options };
	const name = newBoardOf(plan, index);
	const newBoard = { resource: 'board', additionalFields: { description: text }, options };
	switch (plan.operation) {
		case 'create task':
			return { ...task, ...board('id', `${number}`) };
		case 'create task on named board':
			return { ...task, ...board('name', `Board ${number}`) };
		case 'find or create board':
			return { ...newBoard, operation: 'findOrCreate', name };
		case 'create board':
			return { ...newBoard, operation: 'create', name: text };
		case 'create webhook':
			return {
				...{ resource: 'webhook', operation: 'create', options },
				...{ url: `https://hooks.example.com/${text}`, events: ['task.created'] },
			};
		case 'get boards':
			return {
				...{ resource: 'board', operation: 'getAll', returnAll: true, options },
				filters: { workspaceId: { __rl: true, mode: 'id', value: `${1 + index}` } },
			};
	}
}

/** What n8n finds for a name such as `options.timeout`. */
export function parameterOf(plan: ExecutionPlan, index: number, path: string): unknown {
	const step = (value: unknown, name: string) => (value as Record<string, unknown>)?.[name];
	return path.split('.').reduce<unknown>(step, parametersOf(plan, index));
}
