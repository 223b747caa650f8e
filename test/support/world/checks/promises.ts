import { keyOf } from '../n8n/parameters';
import type { Try } from '../n8n/tries';
import type { Created, Sent } from '../service/ledger';
import type { History } from '../world';
import { MAX_REFUSALS } from './paths';
import { itemOf } from './truth';
import { groupBy } from '../../groupBy';
import { wrongLogins } from './logins';
import type { Violation } from './violations';

/** The shortest timer of Node.js. */
export const TICK_MS = 1;

export const describe = ({ number, call, item }: Sent) => `request ${number} (${call} ${item})`;
export const byProcess = ({ tries }: History) => [
	...groupBy(tries, ({ process }) => process).values(),
];
/** The requests of one process, in their order. */
export const sentBy = (runs: Try[]) =>
	runs.flatMap(({ sent }) => sent).sort((a, b) => a.number - b.number);

/** "a create is never sent twice if the first may have taken effect" */
export function sentAgain({ sent }: History): Violation[] {
	const last = new Map<string, Sent>();
	return sent.flatMap((one) => {
		if (!one.call.startsWith('create')) return [];
		const key = `${one.by.execution} ${one.item}`;
		const before = last.get(key);
		last.set(key, one);
		if (before === undefined || before.proof === 'nothing') return [];
		const what = `${describe(one)} repeats request ${before.number}, which ended as ${before.response}`;
		return [{ invariant: 'nothing is sent again that may have taken effect', what }];
	});
}

/**
 * One object for each item of an execution and for each key, one board for each name and process.
 * n8n's list of keys is not atomic between processes, and knows nothing of a call that failed.
 */
export function doubled({ created, store, audit }: History): Violation[] {
	const groupsOf = ({ call, board, request }: Created): string[] => {
		const { plan, execution, process } = request.by;
		const key = call === 'create task' ? keyOf(plan, itemOf(request)) : undefined;
		const isKnown = key !== undefined && ![...store.raced].some((entry) => entry.includes(key));
		const isNamed = plan.operation === 'find or create board';
		return [
			...(request.by === audit ? [] : [`the object of ${execution} ${request.item}`]),
			...(isKnown && request.by !== audit ? [`the task of ${key}`] : []),
			...(isNamed ? [`the board ${board.toLowerCase()} of process ${process.number}`] : []),
		];
	};
	const first = new Map<string, Created>();
	return created.flatMap((one) =>
		groupsOf(one).flatMap((group) => {
			const other = first.get(group);
			if (other === undefined) first.set(group, one);
			if (other === undefined) return [];
			const what = `${group}: requests ${other.request.number} and ${one.request.number}`;
			return [{ invariant: 'nothing is created twice', what }];
		}),
	);
}

export const brokenPromises = (history: History): Violation[] => [
	...history.tries.flatMap((run) => [
		...afterCancel(run, history),
		...overConcurrency(run),
		...outOfOrder(run, history),
	]),
	...history.tries.flatMap(wrongOrder),
	...byProcess(history).flatMap((runs) => wrongLogins(runs, history)),
];

function afterCancel(
	{ cancelledMs, endMs = Infinity, execution, process, sent }: Try,
	{ store }: History,
) {
	if (cancelledMs === undefined) return [];
	// What n8n writes is nothing that the node can end.
	const allowedMs = store.busyAround(process, cancelledMs).toMs + TICK_MS;
	const late = endMs > allowedMs ? [`${execution} ends ${endMs - cancelledMs} ms later`] : [];
	const after = sent.filter(({ at }) => at > cancelledMs);
	const invariant = '"Cancelling ends every wait"';
	return [...late, ...after.map(describe)].map((what) => ({ invariant, what }));
}

/** "options.concurrency counts what was sent and has not ended" */
function overConcurrency({ plan, execution, number, sent, startMs }: Try): Violation[] {
	const where = `${execution}, try ${number}, from ${startMs}`;
	const ends: number[] = [];
	const isOver = sent.some(({ at, endedAt = Infinity }) => {
		const open = ends.filter((end) => end > at);
		ends.splice(0, Infinity, ...open, endedAt);
		return ends.length > plan.concurrency;
	});
	return isOver ? [{ invariant: 'Concurrency bounds what is in flight', what: where }] : [];
}

/** "with 1 items keep their order until one was refused eight times", also its look-up or a login */
function outOfOrder(
	{ plan, execution, number, sent, process, startMs }: Try,
	history: History,
): Violation[] {
	const creates = sent.filter(({ call }) => call.startsWith('create'));
	// Executions share a login.
	const logins = history.sent.filter(
		({ call, by, at }) => call === 'log in' && by.process === process && at >= startMs,
	);
	const isOvertaken = creates.some(({ item }) => {
		const own = sent.filter((one) => one.item === item || one.call === 'list boards');
		const refusals = [...own, ...logins].filter(({ isLimited }) => isLimited === true);
		return refusals.length >= MAX_REFUSALS;
	});
	const places = creates.map(itemOf);
	const isMixed = places.some((at, index) => at < (places[index - 1] ?? at));
	if (plan.concurrency > 1 || isOvertaken || !isMixed) return [];
	const what = `${execution}, try ${number}: ${places.join()}`;
	return [{ invariant: 'with Concurrency 1, items keep their order', what }];
}

function wrongOrder({ ended, plan, execution, start, sent }: Try): Violation[] {
	if (ended?.kind !== 'returned') return [];
	// "its item returns nothing", if it is for the creation of an own task.
	if (start?.of !== undefined && sent.length === 0 && ended.items.length === 0) return [];
	const paired = ended.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const isRight =
		new Set(paired).size === plan.items &&
		paired.every((item, at) => item >= (paired[at - 1] ?? 0) && item < plan.items);
	const what = `${execution}: ${paired.join()}`;
	return isRight ? [] : [{ invariant: 'items come out in the order they went in', what }];
}
