import { NodeOperationError } from 'n8n-workflow';

import type { NodeContext } from '../nodeKind';

const MAX_VALUE_CHARACTERS = 100;

/**
 * The error for values that are rejected before anything is sent.
 * @param description what to do
 */
export function rejection(
	context: NodeContext,
	sentences: string[],
	description: string,
): NodeOperationError {
	const message = [...new Set(sentences)].join('. ');
	return new NodeOperationError(context.getNode(), message, { description });
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
