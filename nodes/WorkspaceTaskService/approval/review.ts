import type { IDataObject } from 'n8n-workflow';

import type { NodeContext } from '../nodeKind';

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
