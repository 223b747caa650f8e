const MAX_CHARACTERS = 100;

/** A name as messages show it. */
export function quotedName(name: string): string {
	return JSON.stringify(name.slice(0, MAX_CHARACTERS));
}
