import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { fullText } from '../../transport/errors/explain';

/** A person listens for test events. */
export function isTest(context: IHookFunctions): boolean {
	return context.getActivationMode() === 'manual';
}

/** What to do after a failed activation, as the end of a sentence. */
export function againText(context: IHookFunctions): string {
	return isTest(context) ? 'try again' : 'publish again';
}

/** Publishing shows only the message, so the hint becomes part of it. */
export function activationError(
	context: IHookFunctions,
	error: Error & { description?: unknown },
	hint = String(error.description ?? ''),
): Error {
	const advice = hint.replace('run this again', againText(context));
	const message = fullText({ message: error.message, hint: advice });
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	return Object.assign(new NodeOperationError(context.getNode(), message), { message });
}
