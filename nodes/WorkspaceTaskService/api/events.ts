/** API: the event kinds shown. The complete list is not. */
export const KNOWN_EVENTS = ['task.created', 'task.updated'] as const;

/** The kinds in a text, between commas, semicolons or line breaks. */
export function kindsIn(text: string): string[] {
	const parts = text.split(/[,;\r\n]+/).map((part) => part.trim());
	return parts.filter((kind) => kind !== '');
}

/** The kinds selected in a panel, with those typed under "Custom Events", each once. */
export function eventKinds(selected: string[], custom = ''): string[] {
	return [...new Set([...selected, ...kindsIn(custom)])];
}
