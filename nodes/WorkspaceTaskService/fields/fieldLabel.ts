import type { INodeProperties } from 'n8n-workflow';

import { field } from '../api/json';

/** The display name of the field at a path, or of the last field on its way that has a display name. */
export function labelOf(properties: INodeProperties[], path: string[]): string {
	const [first = '', ...others] = path;
	let place = properties.find(({ name }) => name === first);
	let label = place?.displayName ?? first;
	for (const name of others) {
		place = childOf(place, name);
		label = place?.displayName ?? label;
	}
	return label;
}

/** A field of a collection, or of a group in a fixed collection, or such a group. */
export function childOf(
	parent: INodeProperties | undefined,
	name: string,
): INodeProperties | undefined {
	const options = parent?.options ?? [];
	const values = (field(parent, 'values') ?? []) as INodeProperties[];
	const children = [...options, ...values].filter((option) => 'displayName' in option);
	return children.find((option): option is INodeProperties => option.name === name);
}
