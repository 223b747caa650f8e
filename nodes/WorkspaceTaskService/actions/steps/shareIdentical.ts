import type { Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';
import type { Run } from '../item';

/** Single flight: identical items of a run make one request. Without a key, each makes its own. */
export function shareIdentical(shared: Run['shared'], key: string | undefined): Step {
	if (key === undefined) return (next) => next;
	return (next) => async () => {
		for (let made = shared.get(key); made !== undefined; made = shared.get(key)) {
			const outcome = await made.catch(() => undefined);
			if (outcome !== undefined && !policyOf(outcome).isOwn) return { ...outcome, isShared: true };
			if (shared.get(key) === made) shared.delete(key);
		}
		const sent = next();
		shared.set(key, sent);
		return await sent;
	};
}
