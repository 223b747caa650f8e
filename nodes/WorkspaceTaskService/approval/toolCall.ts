import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, type Fields } from '../api/json';
import { isReview } from '../node';

/** For the item of a review that nobody answered: the model would read that a person rejected the call. */
export const tellModel = (context: IExecuteFunctions, text: string) =>
	isReview(context) ? { chatInput: `No person has decided. ${text} The tool was not run.` } : {};

export const OBJECT = '[object Object]';

/** What a person reads, without characters that reverse or hide what follows them. */
export function shownFields(
	context: IExecuteFunctions,
	entered: Fields,
	itemIndex: number,
): Fields {
	const { title, additionalFields } = entered;
	const visible = (text: unknown) =>
		typeof text === 'string' ? text.replace(/\p{Cf}/gu, '') : text;
	const shown = {
		...entered,
		title: visible(title),
		message: visible(messageWithToolCall(context, entered, itemIndex)),
	};
	if (!isObject(additionalFields)) return shown;
	const description = visible(additionalFields.description);
	return { ...shown, additionalFields: { ...additionalFields, description } };
}

/**
 * n8n's own message of a review has `{{ $tool.parameters }}`, which is an object: puts a line per
 * parameter in its place. Further lines of a value are indented: none looks like a parameter.
 */
function messageWithToolCall(
	context: IExecuteFunctions,
	{ message }: Fields,
	itemIndex: number,
): unknown {
	const written = context.getNodeParameter('message', itemIndex, '', { rawExpressions: true });
	if (!/\{\{\s*\$tool\.parameters\s*\}\}/.test(String(written))) return message;
	const call: unknown = context.evaluateExpression('{{ $tool.parameters }}', itemIndex);
	if (!isObject(call)) return message;
	const lines = Object.entries(call).map(([name, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return `${name}: ${text}`.replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, '\n    ');
	});
	return String(message).replaceAll(OBJECT, () => lines.join('\n'));
}
