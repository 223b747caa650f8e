import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { openMemory } from './registration/record';
import { respond } from './respond';

const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * n8n has deleted the event in a part of a form before the node is called. The first such delivery is a
 * warning in n8n's log.
 */
export function refuseLostForm(context: IWebhookFunctions): IWebhookResponseData {
	const memory = openMemory(context);
	if (memory.hasWarnedOfForm !== true) warn(context);
	memory.hasWarnedOfForm = true;
	const reason = 'n8n does not pass on the parts of this form';
	return respond(context, UNSUPPORTED_MEDIA_TYPE, reason);
}

function warn(context: IWebhookFunctions): void {
	const { name } = context.getNode();
	context.logger.warn(
		`"${name}" refused a delivery: the event is in a part of a form that has a content type of its own, and n8n does not pass on such parts. Let the service send JSON, or a form without types.`,
	);
}
