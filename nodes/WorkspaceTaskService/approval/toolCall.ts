import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, type Fields } from '../api/json';
import { OBJECT } from './visibleText';

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/;

/**
 * The message of a review, with the call that a person approves. n8n's own message has
 * `{{ $tool.parameters }}`, which is an object: a line per parameter takes its place.
 */
export function messageWithToolCall(
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
