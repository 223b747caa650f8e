import type { Violation } from './invariants';
import type { ItemPlan } from '../scenario/scenario';
import type { Created, Sent } from '../service/ledger';
import type { Try } from '../n8n/tries';
import { verdictsOf, type Verdict } from './verdicts';
import type { History } from '../world';

/** What the ledger has for one item. */
interface Facts {
	sends: Sent[];
	/** What these sends created. */
	objects: Created[];
	/** What was created for its key, or under its board's name. */
	known: Created[];
	isBoard: boolean;
	isThrown: boolean;
	/** An item says that it created the board. */
	isNew: boolean;
}

export const itemOf = ({ plan }: Try, name: string): ItemPlan | undefined =>
	plan.items.find(({ id }) => id === name);

export const isRaced = (key: string, raced: Set<string>) =>
	[...raced].some((entry) => entry.includes(key));

const isSame = (a = '', b = '') => a.toLowerCase() === b.toLowerCase();

/** What the last try of an execution says agrees with the ledger. */
export function wrongVerdicts(run: Try, { sent, created }: History): Violation[] {
	const { plan, execution, ended } = run;
	if (plan.operation === 'get') return [];
	const isBoard = plan.operation === 'find or create board';
	const sends = sent.filter(
		({ by, what }) => by.execution === execution && what.startsWith('create'),
	);
	const verdicts = verdictsOf(run);
	return plan.items.flatMap((item, index) => {
		const name = isBoard ? item.board : item.id;
		const isKnown = (one: Created) => {
			if (isBoard) return one.what === 'create board' && isSame(one.name, name);
			return item.key !== undefined && itemOf(one.request.by, one.name)?.key === item.key;
		};
		const own = sends.filter((one) => isSame(one.name, name));
		const isNew = plan.items.some(({ board }, other) => {
			const verdict = verdicts[other];
			return isBoard && isSame(board, name) && verdict?.kind === 'done' && verdict.isNew;
		});
		const what = contradiction(verdicts[index], {
			sends: own,
			objects: created.filter(({ request }) => own.includes(request)),
			known: created.filter(isKnown),
			isBoard,
			isThrown: ended?.kind === 'threw',
			isNew,
		});
		// Of items with the same board, one may say that it was created.
		const isSaid = plan.items.some(
			({ board }, other) => isBoard && isSame(board, name) && verdicts[other]?.kind !== 'nothing',
		);
		if (what === undefined || (verdicts[index]?.kind === 'nothing' && isSaid)) return [];
		const where = `item ${index} (${name}) of ${execution}: ${JSON.stringify(verdicts[index])}`;
		return [{ invariant: `a verdict is true: ${what}`, what: where }];
	});
}

function contradiction(verdict: Verdict | undefined, facts: Facts): string | undefined {
	const { sends, objects, known, isBoard, isThrown } = facts;
	const isUnclear = sends.some(({ proof }) => proof !== 'nothing');
	switch (verdict?.kind) {
		case undefined:
			return 'nothing is said';
		case 'done': {
			if (objects.length === 0 && (!isBoard || verdict.isNew))
				return 'done, but nothing was created';
			const isOwn = isBoard && sends.some(({ proof }) => proof === 'done');
			if (isOwn && !facts.isNew) return 'found, but this execution created it';
			const expected = isBoard ? known : objects;
			const isOther = verdict.id !== undefined && expected.every(({ id }) => id !== verdict.id);
			return isOther ? 'done, but with another id' : undefined;
		}
		case 'skipped':
			if (isUnclear) return 'skipped, but something was sent';
			return verdict.isCertain && known.length === 0 ? 'created, but nothing exists' : undefined;
		case 'may exist':
			if (isUnclear || isBoard || isThrown || verdict.words.includes('already exist'))
				return undefined;
			return 'it may exist, but nothing was sent';
		case 'nothing':
			return objects.length > 0 ? 'nothing was created, but it exists' : undefined;
	}
}

/**
 * The audit asks a healthy service for each key once more. A key is skipped if something may exist
 * for it, also because a process was killed or an execution cancelled, and free if not.
 */
export function wrongKeys({ audit, tries, sent, created, raced, scenario }: History): Violation[] {
	if (audit === undefined) return [];
	const isCut = scenario.kills.length > 0 || tries.some((run) => run.cancelledMs !== undefined);
	const verdicts = verdictsOf(audit);
	return audit.plan.items.flatMap(({ key = '' }, index) => {
		const sends = sent.filter(({ by, name }) => by !== audit && itemOf(by, name)?.key === key);
		const exists = created.some(({ request }) => sends.includes(request));
		const mayExist = exists || isCut || sends.some(({ proof }) => proof !== 'nothing');
		const verdict = verdicts[index];
		const isSkipped = verdict?.kind === 'skipped';
		const say = (what: string) => [
			{
				invariant: `a key agrees with the ledger: ${what}`,
				what: `${key} ${JSON.stringify(verdict)}`,
			},
		];
		if (isSkipped && verdict.isCertain && !exists) return say('certain, but nothing exists');
		if (isRaced(key, raced)) return [];
		if (exists && !isSkipped) return say('its task exists, but it is not on record');
		return !mayExist && isSkipped ? say('on record, but nothing was created') : [];
	});
}
