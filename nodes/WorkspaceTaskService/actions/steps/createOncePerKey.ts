import type { IExecuteFunctions } from 'n8n-workflow';

import { policyOf, type Outcome, type Send, type Step } from '../../transport/outcome';
import { recordEntries, removeEntries } from './keyHistory';

/**
 * At most once per key, across executions. A key has two entries in n8n's list of the node: the key itself,
 * and a note that the outcome is unclear. Both are recorded before the request is sent. A response that
 * proves that nothing was created removes both, a response that confirms the create removes the note, and
 * whatever is interrupted leaves both.
 *
 * So if the list already had neither entry, the request is sent. If it had both, the object may exist. If it
 * had only the key, the object was created. If it had only the note, n8n has forgotten the key.
 * @param signal ends the item: if `next` rejects with its reason, nothing was sent
 */
export function createOncePerKey(
	context: IExecuteFunctions,
	recordedKey: string | undefined,
	signal: AbortSignal,
): Step {
	if (recordedKey === undefined) return (next) => next;
	const note = `unclear ${recordedKey}`;
	const both = [recordedKey, note];
	const createAndSettle = async (next: Send): Promise<Outcome> => {
		const outcome = await next().catch(async (error) => {
			if (error === signal.reason) await removeEntries(context, both);
			throw error;
		});
		const { effect } = policyOf(outcome);
		if (effect === 'none') await removeEntries(context, both);
		if (effect === 'certain') await removeEntries(context, [note]);
		return outcome;
	};
	return (next) => async () => {
		for (;;) {
			const before = await recordEntries(context, both);
			const hadKey = before.includes(recordedKey);
			const hadNote = before.includes(note);
			if (hadKey && hadNote) return { kind: 'skipped', isCertain: false };
			if (hadKey) {
				await removeEntries(context, [note]);
				return { kind: 'skipped', isCertain: true };
			}
			if (!hadNote) return await createAndSettle(next);
			// n8n would forget the old note before the new key, which would then look like a confirmed
			// create. Recorded again, both have the same age.
			await removeEntries(context, both);
		}
	};
}
