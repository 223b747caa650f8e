import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One webhook that was registered with the service, as this node remembers it. */
const registration = z
	.object({
		baseUrl: z.string(),
		credentialId: z.string(),
		/** The public address without its key. */
		url: z.string(),
		events: z.array(z.string()),
		/** What stands in "Registration Label". */
		label: z.string().default(''),
		keyHash: sha256,
		registeredAt: z.string().datetime(),
		/** When the workflow was last deactivated; null while it is active. */
		inactiveSince: z.string().datetime().nullable(),
	})
	.passthrough();

/**
 * Each part is read by itself: what one of them holds must not make the other forgotten. Fields of
 * a later version are kept for the upgrade that follows a downgrade.
 */
export const subscriptionRecord = z
	.object({
		current: registration.optional().catch(undefined),
		/** Hashes of the keys of earlier registrations. The service keeps calling those. */
		retired: z.array(sha256).catch([]),
	})
	.passthrough()
	.catch({ retired: [] });

export type Registration = z.infer<typeof registration>;
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;
