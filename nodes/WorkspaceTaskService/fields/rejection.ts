import { NodeOperationError } from 'n8n-workflow';

import type { NodeContext } from '../nodeKind';

const MAX_VALUE_CHARACTERS = 100;

/** What to do, in the message (`advice`) or below it. */
export interface Remedy {
	advice?: string;
	description?: string;
}

/** The error for values that are rejected before anything is sent. */
export function rejection(
	context: NodeContext,
	sentences: string[],
	remedy: Remedy,
): NodeOperationError {
	const message = [...new Set(sentences)];
	if (remedy.advice !== undefined) message.push(remedy.advice);
	const options = { description: remedy.description };
	return new NodeOperationError(context.getNode(), message.join('. '), options);
}

/** @param message such as "must be a date" or "cannot be read" */
export function sentenceFor(label: string, value: unknown, message: string): string {
	const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
	if (isEmpty) return `"${label}" is empty`;
	const isRefusal = /^(must not|cannot) /.test(message);
	const end = isRefusal ? ':' : ', not';
	return `"${label}" ${message}${end} ${shownValue(value)}`;
}

function shownValue(value: unknown): string {
	return fullValue(value).slice(0, MAX_VALUE_CHARACTERS);
}

function fullValue(value: unknown): string {
	if (typeof value === 'string') return `"${value}"`;
	if (typeof value === 'number') return String(value);
	return String(JSON.stringify(value));
}
