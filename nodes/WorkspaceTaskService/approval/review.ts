import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { JsonObject } from '../reading/json';
import type { NodeContext } from '../shared/nodeKind';

/** As n8n writes it into its own message of a review, where the object would be `[object Object]`. */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;
const AS_JSON = '{{ JSON.stringify($tool.parameters, null, 2) }}';

/** n8n derives a human review, for the tools of an agent, from a node that can wait for approval. */
export function isReview(context: NodeContext): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/**
 * For the item of a review that nobody answered: the model would read that a person rejected the call. Empty
 * in other nodes.
 */
export function makeUndecidedChatInput(context: NodeContext, reason: string): IDataObject {
	if (!isReview(context)) return {};
	return { chatInput: `No person has decided. ${reason} The tool was not run.` };
}

/** Further fields of the item of a failure. */
export function makeFailureFields(context: NodeContext, reason: string): IDataObject {
	return makeUndecidedChatInput(context, `The review failed: ${reason}`);
}

/**
 * The fields of an item. A message that is an expression with the parameters of the tool is evaluated again
 * with their JSON, so that a person sees the call.
 */
export function showToolParametersAsJson(
	context: IExecuteFunctions,
	entered: JsonObject,
	itemIndex: number,
): JsonObject {
	const raw = { rawExpressions: true };
	const written = String(context.getNodeParameter('message', itemIndex, '', raw));
	const withJson = written.replace(TOOL_PARAMETERS, () => AS_JSON);
	const isExpression = written.startsWith('=');
	if (withJson === written || !isExpression) return entered;
	return { ...entered, message: context.evaluateExpression(withJson.slice(1), itemIndex) };
}
