import { z } from 'zod/v4';
import { until } from '../poll';
import { Refusal, type Session } from './session';
import type { SavedWorkflow } from './workflows';

const publication = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })),
});
const refused = z.object({ message: z.string() });

export interface Publication {
	/** `published`, `partial` or `failed`. */
	status: string;
	reasons: string[];
}

/** Throws if a trigger could not be activated. */
export async function activate(session: Session, workflow: SavedWorkflow): Promise<void> {
	const { status, reasons } = await publish(session, workflow);
	if (status === 'published') return;
	throw new Error(`The workflow is ${status}: ${reasons.join('; ') || 'n8n gives no reason'}`);
}

/** Waits for the result: n8n's publication service responds before the triggers have registered. */
export async function publish(session: Session, workflow: SavedWorkflow): Promise<Publication> {
	try {
		await setActive(session, workflow, true);
	} catch (error) {
		// Without the publication service a trigger that throws is a bad request.
		if (!(error instanceof Refusal) || error.status !== 400) throw error;
		return { status: 'failed', reasons: [refused.parse(JSON.parse(error.text)).message] };
	}
	// n8n derives the status from two queries: a publication that ends between them is not yet there.
	const unfinished = ['in_progress', 'not_published'];
	const result = await publicationResult(session, workflow.id, unfinished);
	return result ?? { status: 'published', reasons: [] };
}

/** Waits until the trigger is deactivated too. */
export async function deactivate(session: Session, workflow: SavedWorkflow): Promise<void> {
	await setActive(session, workflow, false);
	await publicationResult(session, workflow.id, ['in_progress']);
}

async function setActive(
	{ quirks, rest }: Session,
	{ id, versionId }: SavedWorkflow,
	active: boolean,
): Promise<void> {
	const workflow = `/rest/workflows/${id}`;
	if (quirks.activation === 'change') await rest('PATCH', workflow, { active, versionId });
	else if (active) await rest('POST', `${workflow}/activate`, { versionId });
	else await rest('POST', `${workflow}/deactivate`, {});
}

/** Undefined without the publication service. */
async function publicationResult(
	{ rest }: Session,
	id: string,
	unfinished: string[],
): Promise<Publication | undefined> {
	return await until('finish the publication', async () => {
		const response = await rest('GET', `/rest/workflows/${id}/publication-status`);
		const { status, triggers } = publication.parse(response);
		if (unfinished.includes(status)) return undefined;
		const reasons = triggers.map(({ errorMessage }) => errorMessage ?? '').filter(Boolean);
		return { status, reasons };
	}).catch((error: unknown) => {
		if (error instanceof Refusal && error.status === 404) return undefined;
		throw error;
	});
}
