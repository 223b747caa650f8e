import type { INodeProperties } from 'n8n-workflow';

/** Before any other field of a node, in this order. */
const FIRST = ['authentication', 'resource', 'operation'];

/** Shown although a value is not required; each narrows the one thing that the operation is about. */
const SHOWN_THOUGH_OPTIONAL = new Set([...FIRST, 'returnAll', 'limit', 'workspaceId']);
const MAY_BE_SHOWN = ['notice', 'collection', 'fixedCollection', 'hidden'];

/**
 * What n8n's guide says of the fields of a panel beside their words.
 * @param owner name of the node or credential, the beginning of each finding
 */
export function panelFindings(owner: string, properties: INodeProperties[]): string[] {
	return [
		...orderFindings(properties),
		...properties.flatMap((property) => [
			...shownFindings(property),
			...fieldFindings(property, property.name),
		]),
	].map((finding) => `${owner}.${finding}`);
}

/** A trigger asks for its events in a field of this name. */
export function triggerFindings(owner: string, properties: INodeProperties[]): string[] {
	const isThere = properties.some(
		({ displayName, type, required }) =>
			displayName === 'Trigger On' && /options$/i.test(type) && required === true,
	);
	return isThere ? [] : [`${owner}: the events are not asked for in a required "Trigger On"`];
}

function orderFindings(properties: INodeProperties[]): string[] {
	const ranks = properties.map(({ name }) => FIRST.indexOf(name)).map((at) => (at < 0 ? 9 : at));
	const late = properties.filter((_, at) => (ranks[at] ?? 9) < Math.max(0, ...ranks.slice(0, at)));
	return late.map(({ name }) => `${name}: must stand before the other fields`);
}

function shownFindings({ name, type, required }: INodeProperties): string[] {
	const mayBeShown =
		required === true || MAY_BE_SHOWN.includes(type) || SHOWN_THOUGH_OPTIONAL.has(name);
	return mayBeShown ? [] : [`${name}: is optional, so it belongs into a collection`];
}

function fieldFindings(property: INodeProperties, at: string): string[] {
	const { type, description = '', options = [] } = property;
	const inner = options.filter((option) => 'type' in option);
	return [
		type === 'boolean' &&
			!description.startsWith('Whether ') &&
			`${at}: the description of a boolean begins with "Whether "`,
		!isAlphabetical(options.map(labelOf)) && `${at}: the options are not in alphabetical order`,
		type === 'collection' &&
			inner.some((option) => option.required === true) &&
			`${at}: a required field is hidden in a collection`,
		...inner.flatMap((option) => fieldFindings(option, `${at}.${option.name}`)),
	].filter((finding) => finding !== false);
}

type Option = NonNullable<INodeProperties['options']>[number];

const labelOf = (option: Option) => ('displayName' in option ? option.displayName : option.name);

function isAlphabetical(labels: string[]): boolean {
	const order = new Intl.Collator('en', { sensitivity: 'base' });
	return labels.every((label, at) => at === 0 || order.compare(labels[at - 1] ?? '', label) <= 0);
}
