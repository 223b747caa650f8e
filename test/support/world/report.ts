import { violationsOf, type Violation } from './invariants';
import { scenarioOf, type Scenario } from './scenario';
import { shrink } from './shrink';
import { simulate, type History } from './world';
import { verdictsOf } from './verdicts';

const MAX_LINES = 60;

/** Undefined if all invariants hold; else what a person needs to repeat and understand it. */
export async function reportOf(seed: number): Promise<string | undefined> {
	const scenario = scenarioOf(seed);
	const [first] = violationsOf(await simulate(scenario));
	if (first === undefined) return undefined;
	const isSame = ({ invariant }: Violation) => invariant === first.invariant;
	const smallest = await shrink(scenario, async (smaller) =>
		violationsOf(await simulate(smaller)).some(isSame),
	);
	const history = await simulate(smallest);
	const violations = violationsOf(history).filter(isSame);
	return [
		`SIMULATION_SEED=${seed}`,
		...violations.slice(0, 3).map(({ invariant, what }) => `violated: ${invariant}: ${what}`),
		...describeScenario(smallest),
		...cut(logOf(history)),
	].join('\n');
}

export async function invariantsBrokenBy(seed: number): Promise<string[]> {
	const violations = violationsOf(await simulate(scenarioOf(seed)));
	return [...new Set(violations.map(({ invariant }) => invariant))];
}

function describeScenario({ executions, ...world }: Scenario): string[] {
	const plans = executions.map(({ items, ...plan }) => {
		const shown = items.map(({ id, key, board, faults }) =>
			[id, key, plan.operation.includes('board') && board, ...faults].filter(Boolean).join(' '),
		);
		return `execution ${JSON.stringify(plan)}: ${cut(shown, 12).join('; ')}`;
	});
	return [`world ${JSON.stringify(world)}`, ...plans];
}

/** Sends, responses, objects and verdicts, by time. */
function logOf({ sent, created, tries, audit }: History): string[] {
	const lines = sent.flatMap(({ number, by, at, what, name, response, endedAt }) => [
		{ at, text: `${by.execution} sends ${number}: ${what} ${name}` },
		...(endedAt === undefined ? [] : [{ at: endedAt, text: `response to ${number}: ${response}` }]),
	]);
	for (const { at, what, name, request } of created)
		lines.push({ at, text: `request ${request.number} takes effect: ${what} ${name}` });
	for (const run of audit === undefined ? tries : [...tries, audit]) {
		lines.push({
			at: run.startMs,
			text: `${run.execution} starts, try ${run.number}, process ${run.process.number}`,
		});
		if (run.cancelledMs !== undefined)
			lines.push({ at: run.cancelledMs, text: `${run.execution} is cancelled` });
		if (run.endMs === undefined) continue;
		const words =
			run.ended === undefined
				? 'is killed'
				: `ends: ${verdictsOf(run).map(shown).join('; ').slice(0, 600)}`;
		lines.push({ at: run.endMs, text: `${run.execution} ${words}` });
	}
	lines.sort((a, b) => a.at - b.at);
	return lines.map(({ at, text }) => `${Math.round(at).toString().padStart(8)} ms  ${text}`);
}

const shown = (verdict: object | undefined) => JSON.stringify(verdict ?? 'nothing said');

function cut(lines: string[], max = MAX_LINES): string[] {
	if (lines.length <= max) return lines;
	return [...lines.slice(0, max / 2), `… ${lines.length - max} more …`, ...lines.slice(-max / 2)];
}
