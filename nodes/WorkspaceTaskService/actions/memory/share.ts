import type { Outcome, Send } from '../../transport/outcome';

/** The outcomes of one run, by what their items share. */
export type SharedOutcomes = Map<string, Promise<Outcome>>;

/** A refusal can be about the other fields of an item, and a skipped one about its key. */
const OWN_KINDS: Array<Outcome['kind']> = ['refused', 'skipped'];

/** Single flight: identical items of a run make one request. Without a key, each makes its own. */
export function share(outcomes: SharedOutcomes, key: string | undefined): (next: Send) => Send {
	return (next) => async () => {
		if (key === undefined) return await next();
		for (let made = outcomes.get(key); made !== undefined; made = outcomes.get(key)) {
			const outcome = await made.catch(() => undefined);
			const isCommon = outcome !== undefined && !OWN_KINDS.includes(outcome.kind);
			if (isCommon) return { ...outcome, isShared: true };
			if (outcomes.get(key) === made) outcomes.delete(key);
		}
		const own = next();
		outcomes.set(key, own);
		return await own;
	};
}
