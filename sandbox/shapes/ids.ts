import type { Assumed } from '../assumptions';

const ID_NAME = /^id$|_id$/;

/** `value` with all numbers called `id` or `…_id` as they are assumed to be. */
export function withIds(value: unknown, { ids }: Pick<Assumed, 'ids'>): unknown {
	return ids === 'string' ? idsAsText(value) : value;
}

function idsAsText(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(idsAsText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			ID_NAME.test(name) && typeof inner === 'number' ? String(inner) : idsAsText(inner),
		]),
	);
}
