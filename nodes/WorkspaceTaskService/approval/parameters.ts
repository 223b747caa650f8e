import { z } from 'zod';

import { filledShownText, trimmedText, trueOrFalse } from '../api/values/schemas';

/** The rules of the fields. `limitWaitTime` is checked when the wait begins. */
export const approvalParameters = z.object({
	message: filledShownText,
	approvalOptions: z
		.object({
			values: z.object({
				approvalType: trimmedText.optional(),
				approveLabel: filledShownText.optional(),
				disapproveLabel: filledShownText.optional(),
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
