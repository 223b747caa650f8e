/** Header fields as Node.js gives them: a repeated one may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

/** Own fields only: `constructor` is none. */
export function field(parent: unknown, name: string): unknown {
	return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** What an expression gives in one text: between blanks, commas or semicolons. */
export function wordsIn(text: string): string[] {
	return text.split(/[\s,;]+/).filter(isFilledText);
}

export function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}
