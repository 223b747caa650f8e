import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, type Fields } from '../api/json';

/** What JavaScript makes of an object in a text. */
export const OBJECT = '[object Object]';

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/;

/** What a person reads in the task and on the page, without characters that reverse or hide what follows them. */
export function shownFields(
	context: IExecuteFunctions,
	entered: Fields,
	itemIndex: number,
): Fields {
	const { title, additionalFields } = entered;
	const message = messageWithToolCall(context, entered, itemIndex);
	const shown = {
		...entered,
		title: visible(title),
		message: visible(message),
	};
	if (!isObject(additionalFields)) return shown;
	const description = visible(additionalFields.description);
	return {
		...shown,
		additionalFields: { ...additionalFields, description },
	};
}

function visible(text: unknown): unknown {
	return typeof text === 'string' ? visibleText(text) : text;
}

export function visibleText(text: string): string {
	return text.replace(/\p{Cf}/gu, '');
}

/**
 * n8n's own message of a review has `{{ $tool.parameters }}`, which is an object: puts a line per
 * parameter in its place.
 */
function messageWithToolCall(
	context: IExecuteFunctions,
	{ message }: Fields,
	itemIndex: number,
): unknown {
	const raw = { rawExpressions: true };
	const written = context.getNodeParameter('message', itemIndex, '', raw);
	if (!TOOL_PARAMETERS.test(String(written))) return message;
	const call: unknown = context.evaluateExpression('{{ $tool.parameters }}', itemIndex);
	if (!isObject(call)) return message;
	const lines = Object.entries(call).map(parameterLine);
	return String(message).replaceAll(OBJECT, () => lines.join('\n'));
}

/** Further lines of a value are indented, so that none looks like a parameter. */
function parameterLine([name, value]: [string, unknown]): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return `${name}: ${text}`.replace(LINE_BREAKS, '\n    ');
}
