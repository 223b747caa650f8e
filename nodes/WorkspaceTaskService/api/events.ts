/** API: the event kinds shown. The complete list is not. */
export const KNOWN_EVENTS = ['task.created', 'task.updated'] as const;

/** The kinds selected in a panel, with those typed behind "Custom Events", each once. */
export function eventKinds(selected: string[], custom = ''): string[] {
	const typed = custom.split(/[\s,;]+/).filter((kind) => kind !== '');
	return [...new Set([...selected, ...typed])];
}
