import type { IExecuteFunctions } from 'n8n-workflow';

import { rejection } from '../../fields/checkFields';
import { isTool } from '../../nodeKind';
import { isReview } from '../review';

const TOOL = 'A tool cannot wait. Add this node as the human review of a tool.';
const OLD_HOST = 'To wait for approval, update n8n to version 2.0 or newer';
const LEGACY_ORDER =
	'A human review needs the execution order v1. Select it in the settings of the workflow.';

/** @throws NodeOperationError if this run could not wait */
export function checkCanWait(context: IExecuteFunctions): void {
	const reason = reasonNotToWait(context);
	if (reason === undefined) return;
	throw rejection(context, [reason], 'Nothing was created.');
}

function reasonNotToWait(context: IExecuteFunctions): string | undefined {
	if (isTool(context) && !isReview(context)) return TOOL;
	if (!('getSignedResumeUrl' in context)) return OLD_HOST;
	if (isReview(context) && hasLegacyOrder(context)) return LEGACY_ORDER;
	const count = context.getInputData().length;
	if (count <= 1) return undefined;
	return `n8n would ask for the first of ${count} items only. Put Loop Over Items (batch size 1) before this node.`;
}

/**
 * With this order, n8n tells the agent of a review that the person declined, whatever the answer is.
 * Only a review asks: the plain node of n8n 2.0 has no settings here.
 */
function hasLegacyOrder(context: IExecuteFunctions): boolean {
	return context.getWorkflowSettings().executionOrder !== 'v1';
}
