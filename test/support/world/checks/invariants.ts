import type { Created, Sent } from '../service/ledger';
import type { Try } from '../n8n/tries';
import { isRaced, itemOf, wrongKeys, wrongVerdicts } from './truth';
import { verdictsOf } from './verdicts';
import { waitViolations } from './waits';
import type { History } from '../world';

export interface Violation {
	invariant: string;
	/** Where it does not hold. */
	what: string;
}

/** With Concurrency 1, an item keeps the others waiting until it was refused as often. */
const MAX_REFUSALS = 8;

/** All that is wrong with a history; empty if nothing is. */
export function violationsOf(history: History): Violation[] {
	const { tries, hasEnded, openTimers } = history;
	const ended = tries.filter(
		(run) => run.ended !== undefined && run.cancelledMs === undefined && isLast(run, history),
	);
	return [
		...sentAgain(history),
		...createdTwice(history),
		...ended.flatMap((run) => wrongVerdicts(run, history)),
		...ended.flatMap((run) => needlessFailures(run, history)),
		...wrongKeys(history),
		...waitViolations(history),
		...tries.flatMap((run) => afterCancel(run, history)),
		...tries.flatMap((run) => overConcurrency(run, history)),
		...tries.flatMap(wrongOrder),
		...(hasEnded ? [] : [{ invariant: 'every execution ends', what: 'not within half a day' }]),
		...(openTimers === 0 ? [] : [{ invariant: 'no timer is left', what: `${openTimers} timers` }]),
	];
}

const isLast = (run: Try, { tries }: History) =>
	!tries.some((other) => other.execution === run.execution && other.number > run.number);

const describe = ({ number, what, name }: Sent) => `request ${number} (${what} ${name})`;

/** Between two creates of a board, its name is looked up: only a task is never sent again. */
function sentAgain({ sent }: History): Violation[] {
	const last = new Map<string, Sent>();
	return sent.flatMap((one) => {
		if (one.what !== 'create task') return [];
		const key = `${one.by.execution} ${one.name}`;
		const before = last.get(key);
		last.set(key, one);
		if (before === undefined || before.proof === 'nothing') return [];
		const what = `${describe(one)} repeats request ${before.number}, which ended as ${before.response}`;
		return [{ invariant: 'nothing is sent again that may have taken effect', what }];
	});
}

/**
 * One object for each item of an execution and for each key, one board for each name and process.
 * n8n's list of keys is not atomic between processes: what two of them wrote at once may be lost.
 */
function createdTwice({ created, raced, audit }: History): Violation[] {
	const keyOf = ({ request: { by }, name }: Created) => {
		const key = by === audit ? undefined : itemOf(by, name)?.key;
		return key === undefined || isRaced(key, raced) ? undefined : `the task of ${key}`;
	};
	const nameOf = ({ what, request: { by }, name }: Created) =>
		what === 'create board'
			? `the board ${name.toLowerCase()} of process ${by.process.number}`
			: `the task ${name} of ${by.execution}`;
	return [keyOf, nameOf].flatMap((groupOf) => {
		const first = new Map<string, Created>();
		return created.flatMap((one) => {
			const group = groupOf(one);
			const other = first.get(group ?? '');
			if (group !== undefined && other === undefined) first.set(group, one);
			if (group === undefined || other === undefined) return [];
			const what = `${group}: requests ${other.request.number} and ${one.request.number}`;
			return [{ invariant: 'nothing is created twice', what }];
		});
	});
}

/** In a service without faults or outages, a limit alone costs no item that may be sent again. */
function needlessFailures(run: Try, { scenario, created }: History): Violation[] {
	const { plan } = run;
	const isDisturbed =
		scenario.phases.length > 0 ||
		scenario.refusesLogins ||
		(plan.slowMs ?? 0) > 0 ||
		(scenario.limit !== undefined && plan.maxRetries === 0) ||
		plan.items.some(({ faults }) => faults.length > 0) ||
		// Another process may have created one of the same name.
		(plan.operation === 'find or create board' && created.length > 0);
	if (isDisturbed) return [];
	return verdictsOf(run).flatMap((verdict, index) => {
		const hasFailed = verdict?.kind === 'nothing' || verdict?.kind === 'may exist';
		if (!hasFailed || plan.items[index]?.key !== undefined) return [];
		const what = `item ${index} of ${run.execution}: ${verdict.words}`;
		return [{ invariant: 'a failure has a cause', what }];
	});
}

function afterCancel(run: Try, { sent, scenario }: History): Violation[] {
	const { cancelledMs, endMs = Infinity, execution } = run;
	if (cancelledMs === undefined) return [];
	const allowedMs = cancelledMs + 1_000 + 10 * scenario.storeMs;
	const late = endMs > allowedMs ? [`${execution} ends ${endMs - cancelledMs} ms later`] : [];
	const after = sent.filter(({ by, at }) => by.execution === execution && at > cancelledMs);
	return [...late, ...after.map(describe)].map((what) => ({
		invariant: 'a cancel ends the execution',
		what,
	}));
}

/** The option bounds what an execution has in flight; with 1, its items keep their order. */
function overConcurrency(run: Try, { sent, created }: History): Violation[] {
	const { plan, execution, number } = run;
	const own = sent.filter(({ by, what }) => by === run && what !== 'log in');
	const isOver = own.some(({ at }, index) => {
		const open = own.slice(0, index).filter(({ endedAt = Infinity }) => endedAt > at);
		return open.length >= plan.concurrency;
	});
	const where = `${execution}, try ${number}`;
	const hasFaults = plan.items.some(({ faults }) => faults.length > 0);
	const tasks = created.filter(({ request }) => request.by === run);
	const places = tasks.map(({ name }) => plan.items.findIndex(({ id }) => id === name));
	const isMixed = places.some((at, index) => at < (places[index - 1] ?? at));
	// An item that is refused again and again is overtaken.
	const refused = own.filter(({ response }) => response === '429').map(({ name }) => name);
	const isOvertaken = plan.items.some(
		({ id }) => refused.filter((name) => name === id).length >= MAX_REFUSALS,
	);
	const isOrdered = plan.concurrency > 1 || hasFaults || isOvertaken || !isMixed;
	return [
		...(isOver ? [{ invariant: 'Concurrency bounds the requests in flight', what: where }] : []),
		...(isOrdered
			? []
			: [{ invariant: 'with Concurrency 1, items keep their order', what: where }]),
	];
}

function wrongOrder({ ended, plan, execution }: Try): Violation[] {
	if (ended?.kind !== 'returned') return [];
	const paired = ended.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const isRight = paired.length === plan.items.length && paired.every((item, at) => item === at);
	const what = `${execution}: ${paired.join()}`;
	return isRight ? [] : [{ invariant: 'items come out in the order they went in', what }];
}
