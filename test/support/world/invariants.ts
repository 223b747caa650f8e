import type { ItemPlan } from './scenario';
import type { Created, Sent } from './service';
import type { Try } from './tries';
import { verdictsOf, type Verdict } from './verdicts';
import { waitViolations } from './waits';
import type { History } from './world';

/** A sentence that begins with the invariant. */
export type Violation = { invariant: string; what: string };

/** All that is wrong with a history; empty if nothing is. */
export function violationsOf(history: History): Violation[] {
	const last = history.tries.filter(
		(run) => run.ended !== undefined && !isFollowed(run, history) && run.cancelledMs === undefined,
	);
	return [
		...sentAgain(history),
		...createdTwice(history),
		...last.flatMap((run) => wrongVerdicts(run, history)),
		...wrongKeys(history),
		...waitViolations(history),
		...notEnded(history),
		...history.tries.flatMap(wrongOrder),
	];
}

const isFollowed = (run: Try, { tries }: History) =>
	tries.some((other) => other.execution === run.execution && other.number > run.number);

const isCreate = ({ what }: Sent) => what.startsWith('create');
const describe = ({ number, what, name }: Sent) => `request ${number} (${what} ${name})`;

/** An item's create is sent again only if the one before proved that nothing was created. */
function sentAgain({ sent }: History): Violation[] {
	const last = new Map<string, Sent>();
	return sent.filter(isCreate).flatMap((one) => {
		const key = `${one.by.execution} ${one.what} ${one.name}`;
		const before = last.get(key);
		last.set(key, one);
		// Between two creates of a board, its name is looked up.
		if (before === undefined || before.proof === 'nothing' || one.what === 'create board')
			return [];
		const what = `${describe(one)} repeats request ${before.number}, which ended as ${before.response}`;
		return [{ invariant: 'nothing is sent twice that may have taken effect', what }];
	});
}

/**
 * Exactly one object for each key and execution's item, and one board a name and process. n8n's list
 * is not atomic between processes: a key that two of them wrote at the same time may be lost.
 */
function createdTwice(history: History): Violation[] {
	const { created, raced, audit } = history;
	const twice = (kind: string, name: (one: Created) => string | undefined) =>
		[...groupBy(created, name)].flatMap(([group, objects]) => {
			if (objects.length < 2) return [];
			const numbers = objects.map(({ request }) => request.number).join(' and ');
			return [{ invariant: `${kind} exists once`, what: `${group}: requests ${numbers}` }];
		});
	const keyOf = ({ request, name }: Created) => {
		const key = itemOf(request.by, name)?.key;
		return key === undefined || isRaced(key, raced) || request.by === audit ? undefined : key;
	};
	return [
		...twice('the task of an item', ({ request: { by }, what, name }) =>
			what === 'create task' ? `${by.execution} ${name}` : undefined,
		),
		...twice('the task of a key', keyOf),
		...twice('the board of a name in a process', ({ request: { by }, what, name }) =>
			what === 'create board' ? `${by.process.number} ${name.toLowerCase()}` : undefined,
		),
	];
}

const itemOf = ({ plan }: Try, name: string): ItemPlan | undefined =>
	plan.items.find(({ id }) => id === name);

export const isRaced = (key: string, raced: Set<string>) =>
	[...raced].some((entry) => entry.includes(key));

function groupBy(created: Created[], name: (one: Created) => string | undefined) {
	const groups = new Map<string, Created[]>();
	for (const one of created) {
		const group = name(one);
		if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), one]);
	}
	return groups;
}

/** What the last try of an execution says agrees with the ledger. */
function wrongVerdicts(run: Try, { sent, created }: History): Violation[] {
	if (run.plan.operation === 'get') return [];
	const isBoard = run.plan.operation === 'find or create board';
	const verdicts = verdictsOf(run);
	return run.plan.items.flatMap((item, index) => {
		const name = isBoard ? (item.board ?? '') : item.id;
		const isOf = (one: Sent) =>
			isCreate(one) && one.by.execution === run.execution && one.name === name;
		const facts: Facts = {
			sends: sent.filter(isOf),
			objects: created.filter(({ request }) => isOf(request)),
			ofKey: created.filter(({ request: { by }, name: title }) => {
				const key = itemOf(by, title)?.key;
				return key !== undefined && key === item.key;
			}),
			boards: created.filter((one) => one.what === 'create board' && isSame(one.name, name)),
			isThrown: run.ended?.kind === 'threw',
		};
		const what = contradiction(verdicts[index], facts, isBoard);
		// Of items that share a board, one may say that it was created.
		const isTold = run.plan.items.some(
			({ board }, other) =>
				isBoard && isSame(board ?? '', name) && (verdicts[other]?.kind ?? 'nothing') !== 'nothing',
		);
		if (verdicts[index]?.kind === 'nothing' && isTold) return [];
		const words = JSON.stringify(verdicts[index]);
		return what
			? [
					{
						invariant: `a verdict agrees with the ledger: ${what}`,
						what: `item ${index} (${name}) of ${run.execution}: ${words}`,
					},
				]
			: [];
	});
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

interface Facts {
	sends: Sent[];
	objects: Created[];
	ofKey: Created[];
	boards: Created[];
	isThrown: boolean;
}

function contradiction(verdict: Verdict | undefined, facts: Facts, isBoard: boolean) {
	const { sends, objects, ofKey, boards } = facts;
	const isUnclear = sends.some(({ proof }) => proof !== 'nothing');
	switch (verdict?.kind) {
		case undefined:
			return 'nothing is said about the item';
		case 'done': {
			if (isBoard && !facts.isThrown) {
				const isThere = boards.some(({ id }) => id === verdict.id);
				return isThere || verdict.id === undefined ? undefined : 'the board does not exist';
			}
			if (isBoard) return boards.length > 0 ? undefined : 'the board does not exist';
			if (objects.length === 0) return 'done, but nothing exists';
			const isOther = verdict.id !== undefined && verdict.id !== objects[0]?.id;
			return isOther && verdict.id !== 5 ? 'done, with the id of something else' : undefined;
		}
		case 'skipped':
			if (isUnclear) return 'skipped, but something was sent';
			return verdict.isCertain && ofKey.length === 0
				? 'already created, but nothing exists'
				: undefined;
		case 'may exist': {
			const isOfKey = verdict.words.includes('already exist') || facts.isThrown;
			return isUnclear || isBoard || isOfKey ? undefined : 'may exist, but nothing was sent';
		}
		case 'nothing':
			return objects.length > 0 ? 'nothing was created, but it exists' : undefined;
	}
}

/** The audit asks for each key once more: it is skipped if, and only if, something may exist. */
function wrongKeys({ audit, tries, sent, created, raced, scenario }: History): Violation[] {
	if (audit === undefined) return [];
	const verdicts = verdictsOf(audit);
	const isDisturbed =
		scenario.kills.length > 0 || tries.some((run) => run.cancelledMs !== undefined);
	return audit.plan.items.flatMap(({ key = '' }, index) => {
		const isOf = ({ by, name }: Sent) => by !== audit && itemOf(by, name)?.key === key;
		const exists = created.some(({ request }) => isOf(request));
		const isOpen = sent.some((one) => isOf(one) && one.proof !== 'nothing');
		const verdict = verdicts[index];
		const say = (invariant: string) => [{ invariant, what: `${key} ${JSON.stringify(verdict)}` }];
		const isCertain = verdict?.kind === 'skipped' && verdict.isCertain;
		if (isCertain && !exists) return say('a key is certain only if its task exists');
		if (isRaced(key, raced)) return [];
		if (exists && verdict?.kind !== 'skipped') return say('the key of a task is on record');
		const mayBeKept = exists || isOpen || isDisturbed;
		return !mayBeKept && verdict?.kind !== 'done' ? say('the key of nothing is released') : [];
	});
}

function notEnded({ hasEnded, openTimers, tries, sent, scenario }: History): Violation[] {
	const late = tries.flatMap(({ cancelledMs = Infinity, endMs = Infinity, execution }) => {
		const after = sent.filter(({ by, at }) => by.execution === execution && at > cancelledMs);
		const allowedMs = cancelledMs + 1_000 + 10 * scenario.storeMs;
		const isLate = cancelledMs !== Infinity && endMs > allowedMs;
		return [
			...after.map((one) => ({ invariant: 'nothing is sent after a cancel', what: describe(one) })),
			...(isLate
				? [{ invariant: 'a cancel ends the run', what: `${execution}: ${endMs} ms` }]
				: []),
		];
	});
	if (!hasEnded) late.push({ invariant: 'every execution ends', what: 'not within half a day' });
	if (openTimers > 0) late.push({ invariant: 'no timer is left', what: `${openTimers} timers` });
	return late;
}

function wrongOrder({ ended, plan, execution }: Try): Violation[] {
	if (ended?.kind !== 'returned') return [];
	const indexes = ended.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const isInOrder =
		indexes.length === plan.items.length && indexes.every((item, at) => item === at);
	return isInOrder
		? []
		: [{ invariant: 'output is in the order of input', what: `${execution}: ${indexes}` }];
}
