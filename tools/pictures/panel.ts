import { NodeHelpers, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

/** The labels of a node's panel: no tooltips, and of lists only what is selected. */
export function panelTexts(description: INodeTypeDescription, entered: Record<string, string>) {
	const { properties, defaultVersion, version } = description;
	const typeVersion = defaultVersion ?? Number(version);
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	const values = { ...defaults, ...entered };
	return properties
		.filter((field) => NodeHelpers.displayParameter(values, field, { typeVersion }, description))
		.map((field) => {
			const { displayName, placeholder, hint } = field;
			return [displayName, placeholder, hint, selectedIn(field, values)];
		});
}

function selectedIn({ name, options = [] }: INodeProperties, values: Record<string, unknown>) {
	const selected = options.find((option) => 'value' in option && option.value === values[name]);
	return selected && [selected.name, Object(selected).action];
}

/** What n8n lists of a node before it is added: its operations or events. */
export function entriesOf({ displayName, properties }: INodeTypeDescription): unknown[] {
	const lists = properties.filter(({ name }) => ['operation', 'events'].includes(name));
	const entries = lists.flatMap(({ options = [] }) => options);
	return [displayName, entries.map((entry) => Object(entry).action ?? entry.name)];
}
