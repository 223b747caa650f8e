import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Workflow } from '../../../tools/n8n/api/workflows';
import { root } from '../../../tools/install/paths.cjs';

export const EXAMPLES = path.join(root, 'examples');

export const exampleFiles = () => readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));

/** What a user sets after the import: parameters by node name. */
export type Choices = Record<string, object>;

/** Throws if a node is missing. */
export function choose(workflow: Workflow, choices: Choices): Workflow {
	const names = workflow.nodes.map(({ name }) => name);
	const missing = Object.keys(choices).filter((name) => !names.includes(name));
	if (missing.length > 0) throw new Error(`${workflow.name} has no node ${missing.join(', ')}`);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...Object(node.parameters), ...choices[node.name] },
	}));
	return { ...workflow, nodes };
}

/** The parameter after a board was picked from the list. */
export const board = (id: number) => ({
	boardId: { __rl: true, mode: 'list', value: id, cachedResultName: `Board ${id}` },
});
