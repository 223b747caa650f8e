import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { EXAMPLES, exampleFiles } from '../support/n8n/examples';

const STICKY = 'n8n-nodes-base.stickyNote';
/** Nodes whose URL contains their webhookId. */
const CALLED = /Trigger\.?$|formTrigger|chatTrigger|workspaceTaskServiceTrigger/;
const NOT_CALLED = /manualTrigger|scheduleTrigger/;

const nodeShape = z.looseObject({
	id: z.guid(),
	name: z.string(),
	type: z.string(),
	webhookId: z.guid().optional(),
	parameters: z.looseObject({ content: z.string().optional() }),
});
const shape = z.strictObject({
	name: z.string().min(1),
	nodes: z.array(nodeShape),
	pinData: z.record(z.string(), z.unknown()),
	connections: z.record(z.string(), z.unknown()),
	settings: z.object({ executionOrder: z.literal('v1') }),
});
type Node = z.infer<typeof nodeShape>;

const isNote = ({ type }: Node) => type === STICKY;
const isOurs = ({ type }: Node) => type.startsWith('n8n-nodes-workspace-task-service.');

describe.each(exampleFiles())('the example %s', (file) => {
	const text = readFileSync(path.join(EXAMPLES, file), 'utf8');
	const { nodes } = shape.parse(JSON.parse(text));
	const notes = nodes.filter(isNote);
	const steps = nodes.filter((node) => !isNote(node));

	it('is listed in examples/README.md', () => {
		expect(readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8')).toContain(`](${file})`);
	});

	it('is formatted as the editor exports it', () => {
		expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
	});

	it('has a note that names the credential and a node that needs it', () => {
		const noteText = notes.map(({ parameters }) => parameters.content).join('\n');
		expect(noteText).toContain('Workspace Task Service API');
		expect(noteText).toMatch(/What to expect/);
		// Nodes that the note summarizes need not be named.
		expect(steps.filter(isOurs).some(({ name }) => noteText.includes(`**${name}**`))).toBe(true);
	});

	it('contains no credentials, no instance data and only placeholder hosts', () => {
		expect(text).not.toMatch(/"credentials"|instanceId|"versionId"|"meta"/);
		const hosts = [...text.matchAll(/https?:\/\/(\w[\w.-]*)/g)].map(([, host]) => host ?? '');
		expect(hosts.filter((host) => !/(^|\.)example\.com$/.test(host))).toEqual([]);
	});

	it('has unique IDs, and a webhookId wherever n8n needs one', () => {
		const ids = nodes.flatMap(({ id, webhookId }) => [id, ...(webhookId ? [webhookId] : [])]);
		expect(new Set(ids).size).toBe(ids.length);
		const called = steps.filter(({ type }) => CALLED.test(type) && !NOT_CALLED.test(type));
		expect(called.filter(({ webhookId }) => webhookId === undefined)).toEqual([]);
	});
});
