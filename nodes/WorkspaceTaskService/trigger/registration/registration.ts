import { z } from 'zod';

const date = z.string().datetime();

export const registration = z.object({
	baseUrl: z.string(),
	/** Hash of the ID of the credential and the email address of a login. */
	account: z.string(),
	/** The public URL without its key. */
	url: z.string(),
	events: z.array(z.string()),
	label: z.string(),
	/** SHA-256, in hexadecimal digits. */
	keyHash: z.string().length(64),
	registeredAt: date,
	/** When the workflow was last unpublished; null while it is published. */
	inactiveSince: date.nullable(),
});

export type Registration = z.infer<typeof registration>;
