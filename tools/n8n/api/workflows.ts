import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod/v4';
import { referTo, type Credential } from './credentials';
import { root } from '../../install/paths.cjs';
import type { Session } from './session';
import manifest from '../../../package.json';

const node = z.looseObject({ name: z.string(), type: z.string() });
const workflow = z.looseObject({ name: z.string(), nodes: z.array(node) });
export const savedWorkflow = z.object({ id: z.string(), versionId: z.string() });
const started = z.object({ executionId: z.string() });

/** The run of a trigger as n8n stores it; only the data matters. */
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

/** This package's nodes use the credential, and HTTP Request nodes that are set to its kind. */
export async function createWorkflow(
	{ rest }: Session,
	{ nodes, ...others }: Workflow,
	credential: Credential,
): Promise<SavedWorkflow> {
	const credentials = referTo(credential);
	const takesIt = ({ type, parameters }: Workflow['nodes'][number]) =>
		type.startsWith(`${manifest.name}.`) ||
		Object(parameters).nodeCredentialType === credential.type;
	const filled = nodes.map((one) => (takesIt(one) ? { credentials, ...one } : one));
	// Older versions of n8n require `active`.
	const draft = { active: false, ...others, nodes: filled };
	return savedWorkflow.parse(await rest('POST', '/rest/workflows', draft));
}

/** The published version stays. */
export async function saveDraft(
	{ rest }: Session,
	{ id }: SavedWorkflow,
	{ nodes, connections }: Workflow,
): Promise<SavedWorkflow> {
	return savedWorkflow.parse(await rest('PATCH', `/rest/workflows/${id}`, { nodes, connections }));
}

/**
 * Presses "Execute workflow".
 * @param item what the trigger returns, such as a message of the editor's chat
 */
export async function run(
	session: Session,
	workflow: SavedWorkflow,
	trigger: string,
	item?: object,
): Promise<string> {
	const data = item && { ...TRIGGERED, data: { main: [[{ json: item }]] } };
	const response = await startFrom(session, workflow, { name: trigger, ...(data && { data }) });
	return started.parse(response).executionId;
}

/** The response shows whether n8n runs the workflow or waits for an event. */
export async function startFrom(
	{ quirks, rest }: Session,
	{ id }: SavedWorkflow,
	triggerToStartFrom: { name: string; data?: object },
): Promise<unknown> {
	const saved = `/rest/workflows/${id}`;
	const workflowData = quirks.runs === 'sent workflow' ? await rest('GET', saved) : undefined;
	return await rest('POST', `${saved}/run`, { workflowData, triggerToStartFrom });
}
