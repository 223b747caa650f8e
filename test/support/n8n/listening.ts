import { z } from 'zod/v4';
import type { Session } from '../../../tools/n8n/api/session';
import { startFrom, type SavedWorkflow } from '../../../tools/n8n/api/workflows';

const waiting = z.object({ waitingForWebhook: z.literal(true) });

/** Presses "Listen for test event". Resolves once the trigger is registered. */
export async function listen(session: Session, workflow: SavedWorkflow, trigger: string) {
	waiting.parse(await startFrom(session, workflow, { name: trigger }));
}

/** Presses "Stop listening". */
export async function stopListening({ rest }: Session, { id }: SavedWorkflow): Promise<void> {
	await rest('DELETE', `/rest/test-webhook/${id}`);
}
