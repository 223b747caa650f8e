import { itemText, keyOf, newBoardOf } from '../n8n/parameters';
import type { Try } from '../n8n/tries';
import { allBoards, BOARDS } from '../service/objects';
import type { Created, Sent } from '../service/ledger';
import type { History } from '../world';
import { KeyLedger } from './keys';
import { verdictsOf, type Verdict } from '../n8n/verdicts';
import { groupBy } from '../../groupBy';
import type { Violation } from './violations';

const isCreate = ({ call }: Sent) => call.startsWith('create');
export const isUnclear = ({ proof }: Sent) => proof !== 'nothing';
export const isLast = (run: Try, { tries }: History) =>
	!tries.some((other) => other.execution === run.execution && other.number > run.number);
export const itemOf = ({ by: { plan }, item }: Sent) => Number(item.slice(plan.id.length));

/** What the ledger has for one item of an execution. */
interface Facts {
	/** In all its tries. */
	own: Sent[];
	/** Those of all its items with the same board name, which share one request. */
	equal: Sent[];
	/** What its key created, by any execution. */
	known: Created[];
	/** Something may have been created for its key. */
	mayBeKnown: boolean;
	/** The boards with its name. */
	boards: number[];
	/** The creation of an own task may have started the execution. */
	mayBeForOwn: boolean;
	isThrown: boolean;
}

/** Their IDs. */
export const boardsNamed = (name: string, { created }: History): number[] =>
	allBoards(created).flatMap((one) =>
		one.name.toLowerCase() === name.toLowerCase() ? one.id : [],
	);

/** What the last try of each execution says agrees with the ledger. */
export function wrongVerdicts(history: History): Violation[] {
	const { tries, sent } = history;
	const judged = tries.filter(
		(run) => run.ended && run.cancelledMs === undefined && isLast(run, history),
	);
	const keys = new KeyLedger(history);
	const sends = groupBy(sent.filter(isCreate), ({ by }) => by.execution);
	return judged.flatMap((run) => {
		const { plan, execution, ended } = run;
		const all = sends.get(execution) ?? [];
		const byItem = groupBy(all, ({ item }) => item);
		return verdictsOf(run).flatMap((verdict, index) => {
			if (plan.operation === 'get boards') return [];
			const isNamed = plan.operation === 'find or create board';
			const name = newBoardOf(plan, index).toLowerCase();
			const key = keyOf(plan, index);
			const what = contradiction(verdict, {
				own: byItem.get(itemText(plan, index)) ?? [],
				equal: isNamed ? all.filter(({ board }) => board.toLowerCase() === name) : [],
				known: keys.created(key),
				mayBeKnown: keys.mayExist(key, run),
				boards: isNamed ? boardsNamed(name, history) : [],
				mayBeForOwn: run.start?.of !== undefined,
				isThrown: ended?.kind === 'threw',
			});
			const where = `item ${index} of ${execution}: ${JSON.stringify(verdict)}`;
			return what === undefined ? [] : [{ invariant: `a verdict is true: ${what}`, what: where }];
		});
	});
}

function contradiction(verdict: Verdict | undefined, facts: Facts): string | undefined {
	const { own, equal, known, mayBeKnown, boards, mayBeForOwn, isThrown } = facts;
	const objects = [...own, ...(isThrown ? equal : [])].flatMap(({ created }) => created ?? []);
	const isDone = own.some(({ proof }) => proof === 'done');
	if (isDone && (verdict?.kind !== 'done' || !verdict.isNew))
		return 'it was created, says a response';
	switch (verdict?.kind) {
		case undefined:
			// "a create for an event that shows the creation of an own task is not sent, and its item returns nothing"
			return mayBeForOwn && own.length === 0 ? undefined : 'nothing is said';
		case 'done': {
			if (verdict.isNew && objects.length === 0) return 'done, but nothing was created';
			const ids = verdict.isNew ? objects.map(({ id }) => id) : boards;
			return verdict.ids.every((id) => ids.includes(id)) ? undefined : 'done, but with another ID';
		}
		case 'skipped':
			if (own.some(isUnclear)) return 'skipped, but something was sent';
			if (verdict.isCertain && known.length === 0) return 'created, but nothing exists';
			return mayBeKnown ? undefined : 'skipped, but nothing was ever sent for its key';
		case 'may exist':
			if ([...own, ...equal].some(isUnclear) || mayBeKnown) return undefined;
			return 'it may exist, but nothing was sent';
		case 'nothing':
			return own.some((one) => one.created !== undefined)
				? 'nothing was created, but it exists'
				: undefined;
	}
}

/** A list has all boards that existed when it was read first. */
export function incompleteLists(history: History): Violation[] {
	return history.tries.flatMap((run) => {
		if (run.plan.operation !== 'get boards' || run.ended?.kind !== 'returned') return [];
		const early = history.created.filter(
			({ at, call }) => call === 'create board' && at < run.startMs,
		);
		const expected = [...BOARDS, ...early].map(({ id }) => id);
		return verdictsOf(run).flatMap((verdict, index) => {
			if (verdict?.kind !== 'done' || expected.every((id) => verdict.ids.includes(id))) return [];
			const what = `item ${index} of ${run.execution} has ${verdict.ids.join()} of ${expected.join()}`;
			return [{ invariant: 'a list is complete', what }];
		});
	});
}
