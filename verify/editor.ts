import type { ICredentialType, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { panelFindings, triggerFindings } from './panels';
import { text, textFindings, textsOf, type Text } from './texts';

/** Everything that people read in the editor, by the package's own classes. */
export interface Editor {
	nodes: INodeType[];
	credentials: ICredentialType[];
}

export function editorTexts({ nodes, credentials }: Editor): Text[] {
	return [
		...nodes.flatMap(({ description }) => nodeTexts(description)),
		...credentials.flatMap(({ name, displayName, properties }) => [
			...text(`${name}.displayName`, 'name', displayName),
			...properties.flatMap((property) => textsOf(property, name)),
		]),
	];
}

export function editorFindings(editor: Editor): string[] {
	const { nodes, credentials } = editor;
	const triggers = nodes.filter(({ description }) => description.group.includes('trigger'));
	return [
		...textFindings(editorTexts(editor)),
		...[...nodes.map(({ description }) => description), ...credentials].flatMap(
			({ name, properties }) => panelFindings(name, properties),
		),
		...triggers.flatMap(({ description }) =>
			triggerFindings(description.name, description.properties),
		),
	];
}

function nodeTexts(description: INodeTypeDescription): Text[] {
	const { name, displayName, properties, triggerPanel, activationMessage } = description;
	return [
		...text(`${name}.displayName`, 'name', displayName),
		...text(`${name}.description`, 'description', description.description),
		...text(`${name}.activationMessage`, 'sentence', activationMessage),
		...textsIn(triggerPanel, `${name}.triggerPanel`),
		...properties.flatMap((property) => textsOf(property, name)),
	];
}

/** The trigger's panel nests its sentences differently from version to version. */
function textsIn(value: unknown, at: string): Text[] {
	if (typeof value === 'string') return text(at, 'sentence', value);
	return Object.entries(Object(value)).flatMap(([key, inner]) => textsIn(inner, `${at}.${key}`));
}
