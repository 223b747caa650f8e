import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject, type Fields } from '../api/json';
import { OBJECT_TEXT } from '../api/values/schemas';
import type { NodeContext } from '../nodeKind';

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/;

/** n8n derives a human review, for the tools of an agent, from a node that can wait for approval. */
export function isReview(context: NodeContext): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/** For the item of a review that nobody answered: the model would read that a person rejected the call. */
export function tellModel(context: NodeContext, text: string): IDataObject {
	if (!isReview(context)) return {};
	return { chatInput: `No person has decided. ${text} The tool was not run.` };
}

/** What the item of a failure has besides. */
export function failureFields(context: NodeContext, reason: string): IDataObject {
	return tellModel(context, `The review failed: ${reason}`);
}

/**
 * The fields of an item. The message of a review has the call that a person approves: in n8n's own message,
 * `{{ $tool.parameters }}` is an object, and a line per parameter takes its place.
 */
export function withToolCall(
	context: IExecuteFunctions,
	entered: Fields,
	itemIndex: number,
): Fields {
	const raw = { rawExpressions: true };
	const written = context.getNodeParameter('message', itemIndex, '', raw);
	if (!TOOL_PARAMETERS.test(String(written))) return entered;
	const call: unknown = context.evaluateExpression('{{ $tool.parameters }}', itemIndex);
	if (!isObject(call)) return entered;
	const objects = new RegExp(OBJECT_TEXT, 'g');
	const lines = Object.entries(call).map(parameterLine);
	const message = String(entered.message).replace(objects, () => lines.join('\n'));
	return { ...entered, message };
}

/** Further lines of a value are indented, so that none looks like a parameter. */
function parameterLine([name, value]: [string, unknown]): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return `${name}: ${text}`.replace(LINE_BREAKS, '\n    ');
}
