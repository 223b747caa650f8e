import type { ExecutionPlan, Scenario } from './scenario';

export const PLAN: ExecutionPlan = {
	...{ id: 'A', operation: 'create task', items: 1, boards: 1, keys: 0 },
	...{ faults: [], faultEvery: 1, process: 0, startMs: 0, times: 1, everyMs: 1_000 },
	...{ concurrency: 50, maxRetries: 4, timeoutS: 20, continues: true, tries: 1 },
};
const WORLD = { latencyMs: 50, storeMs: 1, pageSize: 100, troubles: [], limits: [], kills: [] };

/** A world in which everything works but what is described; its executions are A, B, and so on. */
export const worldOf = (
	executions: Array<Partial<ExecutionPlan>>,
	more: Partial<Scenario> = {},
): Scenario => ({
	...{ ...WORLD, seed: 1 },
	...more,
	executions: executions.map((plan, index) => ({
		...{ ...PLAN, id: String.fromCharCode(65 + index) },
		...plan,
	})),
});
