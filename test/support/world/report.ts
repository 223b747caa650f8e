import type { Scenario } from './scenario/scenario';
import { simulate, type History } from './world';
import { verdictsOf } from './n8n/verdicts';
import { violationsOf } from './checks/violations';

const MAX_LINES = 60;
const MAX_CHARACTERS = 300;

/** What a person needs to understand a world in which something is wrong. */
export async function reportOf(scenario: Scenario): Promise<string> {
	const history = await simulate(scenario);
	const violations = violationsOf(history);
	const { executions, ...world } = scenario;
	return [
		...violations.slice(0, 3).map(({ invariant, what }) => `violated: ${invariant}: ${what}`),
		`world ${JSON.stringify(world)}`,
		...executions.map((plan) => `execution ${JSON.stringify(plan)}`),
		...cut(logOf(history)),
	].join('\n');
}

/** Sends, responses, objects and verdicts, by time; of the audit, the verdicts. */
function logOf({ sent, created, tries, audit }: History): string[] {
	const requests = sent.filter(({ by }) => by !== audit);
	const events: Array<[number | undefined, string]> = [
		...tries.map((run): [number, string] => {
			const { startMs, execution, number, process } = run;
			return [startMs, `${execution} starts, try ${number}, process ${process.number}`];
		}),
		...requests.flatMap(({ at, by, number, call, item, endedAt, response }) => [
			[at, `${by.execution} sends ${number}: ${call} ${item}`] as [number, string],
			[endedAt, `response to ${number}: ${response}`] as [number | undefined, string],
		]),
		...created
			.filter(({ request }) => request.by !== audit)
			.map(({ at, request }): [number, string] => [at, `request ${request.number} takes effect`]),
		...tries.map(({ cancelledMs, execution }): [number | undefined, string] => [
			cancelledMs,
			`${execution} is cancelled`,
		]),
		...[...tries, ...(audit ? [audit] : [])].map((run): [number | undefined, string] => [
			run.endMs,
			`${run.execution} ${run.ended ? `ends: ${verdictsOf(run).map(shown).join('; ')}` : 'is killed'}`,
		]),
	];
	return events
		.filter((event): event is [number, string] => event[0] !== undefined)
		.sort(([a], [b]) => a - b)
		.map(
			([at, text]) => `${String(Math.round(at)).padStart(8)} ms  ${text.slice(0, MAX_CHARACTERS)}`,
		);
}

const shown = (verdict: object | undefined) => JSON.stringify(verdict ?? 'nothing said');

function cut(lines: string[]): string[] {
	if (lines.length <= MAX_LINES) return lines;
	const half = MAX_LINES / 2;
	return [...lines.slice(0, half), `… ${lines.length - MAX_LINES} more …`, ...lines.slice(-half)];
}
