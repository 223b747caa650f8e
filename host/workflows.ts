/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import type { Credential } from './credentials';
import { root } from './paths.cjs';
import type { Session } from './session';
import { until } from './poll';
import manifest from '../package.json';

const node = z.looseObject({ name: z.string(), type: z.string() });
const workflow = z.looseObject({ name: z.string(), nodes: z.array(node) });
const saved = z.object({ id: z.string(), versionId: z.string() });
const publication = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })),
});
const started = z.object({ executionId: z.string() });

export type Workflow = z.infer<typeof workflow>;
export type SavedWorkflow = z.infer<typeof saved>;

export async function readExample(name: string): Promise<Workflow> {
	return workflow.parse(JSON.parse(await readFile(path.join(root, 'examples', name), 'utf8')));
}

/** Saves a workflow in which this package's nodes use the credential. */
export async function createWorkflow(
	{ rest }: Session,
	{ nodes, ...others }: Workflow,
	credential: Credential,
): Promise<SavedWorkflow> {
	const credentials = { [credential.type]: { id: credential.id, name: credential.name } };
	const filled = nodes.map((one) =>
		one.type.startsWith(`${manifest.name}.`) ? { ...one, credentials } : one,
	);
	return saved.parse(await rest('POST', '/rest/workflows', { ...others, nodes: filled }));
}

/** n8n answers before the trigger has registered; this waits for the outcome. */
export async function activate({ rest }: Session, { id, versionId }: SavedWorkflow): Promise<void> {
	await rest('POST', `/rest/workflows/${id}/activate`, { versionId });
	await until('publish the workflow', async () => {
		const answer = await rest('GET', `/rest/workflows/${id}/publication-status`);
		const { status, triggers } = publication.parse(answer);
		if (status === 'published') return true;
		if (status === 'in_progress') return undefined;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new Error(`The workflow is ${status}: ${reasons.join('; ') || 'n8n gives no reason'}`);
	});
}

export async function deactivate({ rest }: Session, { id }: SavedWorkflow): Promise<void> {
	await rest('POST', `/rest/workflows/${id}/deactivate`, {});
}

/** Presses "Execute workflow". */
export async function run({ rest }: Session, { id }: SavedWorkflow, trigger: string) {
	const triggerToStartFrom = { name: trigger };
	const answer = await rest('POST', `/rest/workflows/${id}/run`, { triggerToStartFrom });
	return started.parse(answer).executionId;
}
