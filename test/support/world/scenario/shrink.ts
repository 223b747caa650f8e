import type { ExecutionPlan, Scenario } from './scenario';

const MAX_RUNS = 400;

/** The smallest scenario found that still fails; each step leaves something out. */
export async function shrink(
	scenario: Scenario,
	fails: (smaller: Scenario) => Promise<boolean>,
): Promise<Scenario> {
	let smallest = scenario;
	let runs = 0;
	for (let found = true; found;) {
		found = false;
		for (const smaller of smallerThan(smallest)) {
			if (++runs > MAX_RUNS) return smallest;
			if (!(await fails(smaller))) continue;
			smallest = smaller;
			found = true;
			break;
		}
	}
	return smallest;
}

/** The boldest steps first. */
function* smallerThan(scenario: Scenario): Generator<Scenario> {
	const { executions, phases, kills, limit } = scenario;
	for (const one of executions) yield { ...scenario, executions: without(executions, one) };
	for (const one of phases) yield { ...scenario, phases: without(phases, one) };
	for (const one of kills) yield { ...scenario, kills: without(kills, one) };
	if (limit !== undefined) yield { ...scenario, limit: undefined };
	if (scenario.login) yield { ...scenario, login: false, refusesLogins: false };
	for (const one of executions)
		for (const smaller of smallerExecutions(one))
			yield {
				...scenario,
				executions: executions.map((other) => (other === one ? smaller : other)),
			};
	if (scenario.storeMs > 1) yield { ...scenario, storeMs: 1 };
}

function* smallerExecutions(plan: ExecutionPlan): Generator<ExecutionPlan> {
	const { items } = plan;
	for (let size = items.length >> 1; size >= 1; size >>= 1)
		for (let from = 0; from < items.length; from += size)
			yield { ...plan, items: [...items.slice(0, from), ...items.slice(from + size)] };
	if (plan.cancelMs !== undefined) yield { ...plan, cancelMs: undefined };
	if (plan.tries > 1) yield { ...plan, tries: 1 };
	if (plan.slowMs !== undefined) yield { ...plan, slowMs: undefined };
	if (plan.continues) yield { ...plan, continues: false };
	if (plan.process > 0) yield { ...plan, process: 0 };
	if (plan.startMs > 0) yield { ...plan, startMs: 0 };
	if (plan.maxRetries > 0) yield { ...plan, maxRetries: 0 };
	for (const one of items) {
		if (one.faults.length > 0)
			yield {
				...plan,
				items: items.map((item) =>
					item === one ? { ...one, faults: one.faults.slice(0, -1) } : item,
				),
			};
		if (one.key !== undefined)
			yield {
				...plan,
				items: items.map((item) => (item === one ? { ...one, key: undefined } : item)),
			};
	}
}

const without = <Value>(all: Value[], one: Value) => all.filter((other) => other !== one);
