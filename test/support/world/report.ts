import type { Scenario } from './scenario/scenario';
import { simulate, type History } from './world';
import { verdictsOf } from './n8n/verdicts';
import { violationsOf } from './checks/violations';

const MAX_LINES = 60;
const MAX_CHARACTERS = 300;

/** What a person needs to understand a world in which something is wrong. */
export async function reportOf(scenario: Scenario): Promise<string> {
	const history = await simulate(scenario);
	const { executions, ...world } = scenario;
	const log = logOf(history);
	return [
		...violationsOf(history)
			.slice(0, 3)
			.map(({ invariant, what }) => `violated: ${invariant}: ${what}`),
		`world ${JSON.stringify(world)}`,
		...executions.map((plan) => `execution ${JSON.stringify(plan)}`),
		...log.slice(0, MAX_LINES / 2),
		'…',
		...log.slice(MAX_LINES / 2).slice(-MAX_LINES / 2),
	].join('\n');
}

/** Sends, responses, objects and verdicts, by time; of the audit, the verdicts. */
function logOf({ sent, created, tries, audit }: History): string[] {
	const isAudit = ({ by }: History['sent'][number]) => by === audit;
	const shown = (run: History['tries'][number]) =>
		run.ended ? `ends: ${JSON.stringify(verdictsOf(run))}` : 'is killed';
	const events: Array<[at: number | undefined, what: string]> = [
		...sent
			.filter((one) => !isAudit(one))
			.flatMap(({ at, by, number, call, item, endedAt, response }): typeof events => [
				[at, `${by.execution} sends ${number}: ${call} ${item}`],
				[endedAt, `response to ${number}: ${response}`],
			]),
		...created.flatMap(({ at, request }): typeof events =>
			isAudit(request) ? [] : [[at, `request ${request.number} takes effect`]],
		),
		...[...tries, ...(audit ? [audit] : [])].flatMap((run): typeof events => [
			[run.startMs, `${run.execution} starts, try ${run.number}, process ${run.process.number}`],
			[run.cancelledMs, `${run.execution} is cancelled`],
			[run.endMs, `${run.execution} ${shown(run)}`],
		]),
	];
	return events
		.flatMap(([at, what]) => (at === undefined ? [] : [{ at, what }]))
		.sort((one, other) => one.at - other.at)
		.map(({ at, what }) => `${Math.round(at)} ms  ${what}`.slice(0, MAX_CHARACTERS));
}
