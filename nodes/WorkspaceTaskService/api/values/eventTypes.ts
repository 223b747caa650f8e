import { z } from 'zod';

import { readAs } from './schema';
import { text } from './text';

const SEPARATOR = /[,;\r\n]/;

/** API: the name of a known or future event type, such as `task.created`. */
export const eventType = text.refine(
	(value) => /^\S+$/.test(value),
	'must be one event type, such as task.created',
);

export const eventTypeList = readAs((value) => {
	return Array.isArray(value) ? value : undefined;
}, 'must be a list').pipe(z.array(eventType));

export const eventTypesText = text.refine(
	(value) => eventTypesIn(value).every(isEventType),
	'must be event types without spaces, separated by commas, such as task.deleted, board.created',
);

function isEventType(value: string): boolean {
	return eventType.safeParse(value).success;
}

function eventTypesIn(typed: string): string[] {
	const types = typed.split(SEPARATOR).map((part) => part.trim());
	return types.filter((type) => type !== '');
}

/** The selected types and the types that somebody typed, each once. */
export function allEventTypes(selected: string[], typed = ''): string[] {
	return [...new Set([...selected, ...eventTypesIn(typed)])];
}
