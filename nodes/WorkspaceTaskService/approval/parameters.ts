import { z } from 'zod';

import { shownTitle, trimmedText } from '../api/values/text';
import { trueOrFalse } from '../api/values/schema';

/** The rules of the fields. `limitWaitTime` is checked when the wait begins. */
export const approvalParameters = z.object({
	message: shownTitle,
	approvalOptions: z
		.object({
			values: z.object({
				approvalType: trimmedText.optional(),
				approveLabel: shownTitle.optional(),
				disapproveLabel: shownTitle.optional(),
				askForName: trueOrFalse.optional(),
				askForComment: trueOrFalse.optional(),
			}),
		})
		.partial()
		.optional(),
	limitWaitTime: z
		.object({ values: z.object({}).passthrough() })
		.partial()
		.optional(),
});

export type ApprovalParameters = z.infer<typeof approvalParameters> & {
	title: string;
	additionalFields?: { description?: string };
};
