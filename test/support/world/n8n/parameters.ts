import type { ExecutionPlan } from '../scenario/scenario';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

function parametersOf({ operation, items, ...plan }: ExecutionPlan, index: number) {
	const item = items[index];
	const board = { __rl: true, mode: 'name', value: item?.board };
	const task = { resource: 'task', operation: 'create', title: item?.id, additionalFields: {} };
	const options = {
		concurrency: plan.concurrency,
		maxRetries: plan.maxRetries,
		timeout: plan.timeoutS,
		createOncePer: item?.key,
	};
	switch (operation) {
		case 'create task':
			return { ...task, boardId: byId('1'), options };
		case 'create task on named board':
			return { ...task, boardId: board, options };
		case 'find or create board':
			return { resource: 'board', operation: 'findOrCreate', name: item?.board, options };
		case 'get':
			return {
				resource: 'board',
				operation: 'getAll',
				returnAll: true,
				filters: { workspaceId: item?.id },
				options,
			};
	}
}

/** What n8n finds for a name such as `options.timeout`. */
export function parameterOf(plan: ExecutionPlan, index: number, path: string): unknown {
	const step = (value: unknown, name: string) => (value as Record<string, unknown>)?.[name];
	return path.split('.').reduce<unknown>(step, parametersOf(plan, index));
}
