import type { IExecuteFunctions } from 'n8n-workflow';

import { HALTED } from '../../transport/limits/executionQueue';
import type { Outcome, Send, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';
import { recordEntries, removeEntries } from './keyHistory';

/**
 * At most once per key, across executions. A key has two entries in n8n's list of the node: the key itself,
 * and a note that its outcome is unclear. Both are recorded as the request leaves. A response that proves
 * that nothing was created removes both, a response that confirms the create removes the note. Whatever is
 * interrupted leaves both.
 *
 * What the list had before says what happens: neither entry, the request is sent; both, the object may
 * exist; only the key, the object was created.
 * @param signal ends the run: if `next` rejects with its reason, or with HALTED, nothing was sent
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
			const isUnsent = error === HALTED || error === signal.reason;
			if (isUnsent) await removeEntries(context, both);
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
			// The note is of a forgotten key. It would be forgotten before the new key, which would then
			// look like the key of an object that was created: record both again, together.
			await removeEntries(context, both);
		}
	};
}
