import { z } from 'zod/v4';
import type { Session } from './session';
import type { SavedWorkflow } from './workflows';

const waiting = z.object({ waitingForWebhook: z.literal(true) });

/** Presses "Listen for test event". Resolves once the trigger is registered. */
export async function listen({ rest }: Session, { id }: SavedWorkflow, trigger: string) {
	const triggerToStartFrom = { name: trigger };
	waiting.parse(await rest('POST', `/rest/workflows/${id}/run`, { triggerToStartFrom }));
}

/** Presses "Stop listening". */
export async function stopListening({ rest }: Session, { id }: SavedWorkflow): Promise<void> {
	await rest('DELETE', `/rest/test-webhook/${id}`);
}
