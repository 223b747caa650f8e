/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import { use, type Credential } from './credentials';
import { root } from '../../install/paths.cjs';
import type { Session } from './session';
import manifest from '../../../package.json';

const node = z.looseObject({ name: z.string(), type: z.string() });
const workflow = z.looseObject({ name: z.string(), nodes: z.array(node) });
export const savedWorkflow = z.object({ id: z.string(), versionId: z.string() });
const started = z.object({ executionId: z.string() });

/** How n8n notes the run of a trigger; it looks at the data alone. */
const TRIGGERED = {
	startTime: 0,
	executionTime: 0,
	executionIndex: 0,
	executionStatus: 'success',
	source: [],
};

export type Workflow = z.infer<typeof workflow>;
export type SavedWorkflow = z.infer<typeof savedWorkflow>;

export async function readExample(name: string): Promise<Workflow> {
	return workflow.parse(JSON.parse(await readFile(path.join(root, 'examples', name), 'utf8')));
}

/** Saves a workflow in which this package's nodes use the credential. */
export async function createWorkflow(
	{ rest }: Session,
	{ nodes, ...others }: Workflow,
	credential: Credential,
): Promise<SavedWorkflow> {
	const credentials = use(credential);
	const filled = nodes.map((one) =>
		one.type.startsWith(`${manifest.name}.`) ? { credentials, ...one } : one,
	);
	// Older versions of n8n refuse a workflow that does not say it.
	const draft = { active: false, ...others, nodes: filled };
	return savedWorkflow.parse(await rest('POST', '/rest/workflows', draft));
}

/** Saves what the editor shows; what is published stays as it was. */
export async function saveDraft(
	{ rest }: Session,
	{ id }: SavedWorkflow,
	{ nodes, connections }: Workflow,
): Promise<SavedWorkflow> {
	return savedWorkflow.parse(await rest('PATCH', `/rest/workflows/${id}`, { nodes, connections }));
}

/**
 * Presses "Execute workflow".
 * @param item what the trigger returns, as the editor's chat gives it a message
 */
export async function run(
	session: Session,
	workflow: SavedWorkflow,
	trigger: string,
	item?: object,
): Promise<string> {
	const data = item && { ...TRIGGERED, data: { main: [[{ json: item }]] } };
	const answer = await startFrom(session, workflow, { name: trigger, ...(data && { data }) });
	return started.parse(answer).executionId;
}

/** What n8n answers tells whether it runs or waits for an event. */
export async function startFrom(
	{ quirks, rest }: Session,
	{ id }: SavedWorkflow,
	triggerToStartFrom: { name: string; data?: object },
): Promise<unknown> {
	const saved = `/rest/workflows/${id}`;
	const workflowData = quirks.runs === 'sent workflow' ? await rest('GET', saved) : undefined;
	return await rest('POST', `${saved}/run`, { workflowData, triggerToStartFrom });
}
