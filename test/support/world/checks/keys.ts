import { groupBy } from '../../groupBy';
import { keyOf } from '../n8n/parameters';
import type { Try } from '../n8n/tries';
import { verdictsOf } from '../n8n/verdicts';
import type { Created, Sent } from '../service/ledger';
import type { History } from '../world';
import { isUnclear, itemOf } from './truth';
import type { Violation } from './violations';

/** @param key such as `key0.` */
const hasKey = ({ keys }: Try['plan'], key: string) => Number(key.slice(3, -1)) < keys;

/** What was sent for the keys of Create Once Per. */
export class KeyLedger {
	private readonly sends: Map<string | undefined, Sent[]>;

	constructor(private readonly history: History) {
		const { sent, audit } = history;
		const creates = sent.filter((one) => one.call === 'create task' && one.by !== audit);
		this.sends = groupBy(creates, (one) => keyOf(one.by.plan, itemOf(one)));
	}

	sent(key?: string): Sent[] {
		return key === undefined ? [] : (this.sends.get(key) ?? []);
	}

	created(key?: string): Created[] {
		return this.sent(key).flatMap(({ created }) => created ?? []);
	}

	/**
	 * Also if an execution that has the key was killed or ran at the same time, which says that it may
	 * have sent it, or if n8n's list failed or raced.
	 */
	mayExist(key?: string, { startMs = Infinity, endMs = Infinity }: Partial<Try> = {}): boolean {
		if (key === undefined) return false;
		const mayHaveBegun = ({ ended, plan, ...other }: Try) =>
			hasKey(plan, key) &&
			(ended === undefined || (other.startMs <= endMs && startMs < (other.endMs ?? Infinity)));
		return (
			this.sent(key).some(isUnclear) ||
			this.history.tries.some(mayHaveBegun) ||
			this.isListWrong(key)
		);
	}

	isListWrong(key: string): boolean {
		const { raced, failed } = this.history.store;
		return [...raced, ...failed].some((entry) => entry.includes(key));
	}
}

/**
 * The audit asks a healthy service for each key once more. A key is skipped if something may exist
 * for it, and free if not.
 */
export function wrongKeys(history: History): Violation[] {
	const { audit } = history;
	if (audit === undefined) return [];
	const keys = new KeyLedger(history);
	return verdictsOf(audit).flatMap((verdict, index) => {
		const key = keyOf(audit.plan, index) ?? '';
		const exists = keys.created(key).length > 0;
		const isSkipped = verdict?.kind === 'skipped';
		const say = (what: string) => [
			{
				invariant: `a key agrees with the ledger: ${what}`,
				what: `${key} ${JSON.stringify(verdict)}`,
			},
		];
		if (isSkipped && verdict.isCertain && !exists) return say('certain, but nothing exists');
		if (keys.isListWrong(key)) return [];
		if (exists && !isSkipped) return say('its task exists, but it is not on record');
		return !keys.mayExist(key) && isSkipped ? say('on record, but nothing was created') : [];
	});
}
