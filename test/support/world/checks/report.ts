import { violationsOf, type Violation } from './invariants';
import { scenarioOf } from '../scenario/generator';
import type { Scenario } from '../scenario/scenario';
import { shrink } from '../scenario/shrink';
import { simulate, type History } from '../world';
import { verdictsOf } from './verdicts';

const MAX_LINES = 60;
const MAX_CHARACTERS = 600;

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

function describeScenario({ executions, ...world }: Scenario): string[] {
	const plans = executions.map(({ items, ...plan }) => {
		const shown = items.map(({ id, key, board, faults }) =>
			[id, key, plan.operation.includes('board') && board, ...faults].filter(Boolean).join(' '),
		);
		return `execution ${JSON.stringify(plan)}: ${cut(shown, 12).join('; ')}`;
	});
	return [`world ${JSON.stringify(world)}`, ...plans];
}

/** Sends, responses, objects and verdicts, by time; of the audit, the verdicts. */
function logOf({ sent, created, tries, audit }: History): string[] {
	const starts = tries.map(({ startMs: at, execution, number, process }) => ({
		at,
		text: `${execution} starts, try ${number}, process ${process.number}`,
	}));
	const requests = sent.filter(({ by }) => by !== audit);
	const sends = requests.map(({ number, by, at, what, name }) => ({
		at,
		text: `${by.execution} sends ${number}: ${what} ${name}`,
	}));
	const effects = created
		.filter(({ request }) => request.by !== audit)
		.map(({ at, request }) => ({ at, text: `request ${request.number} takes effect` }));
	const responses = requests.map(({ number, response, endedAt: at = Infinity }) => ({
		at,
		text: `response to ${number}: ${response}`,
	}));
	const cancels = tries.map(({ cancelledMs: at = Infinity, execution }) => ({
		at,
		text: `${execution} is cancelled`,
	}));
	const ends = [...tries, ...(audit ? [audit] : [])].map((run) => ({
		at: run.endMs ?? Infinity,
		text: `${run.execution} ${run.ended ? `ends: ${verdictsOf(run).map(shown).join('; ')}` : 'is killed'}`,
	}));
	return [...starts, ...sends, ...effects, ...responses, ...cancels, ...ends]
		.filter(({ at }) => at < Infinity)
		.sort((a, b) => a.at - b.at)
		.map(
			({ at, text }) =>
				`${String(Math.round(at)).padStart(8)} ms  ${text.slice(0, MAX_CHARACTERS)}`,
		);
}

const shown = (verdict: object | undefined) => JSON.stringify(verdict ?? 'nothing said');

function cut(lines: string[], max = MAX_LINES): string[] {
	if (lines.length <= max) return lines;
	return [...lines.slice(0, max / 2), `… ${lines.length - max} more …`, ...lines.slice(-max / 2)];
}
