import { NodeApiError, type INode } from 'n8n-workflow';

import type { Outcome } from '../outcome';
import { explain } from './explain';
import type { About } from './hints';

/** With the service's words as message, and a hint as description. */
export function apiError(node: INode, outcome: Outcome, about: About): NodeApiError {
	const { message, hint, httpCode } = explain(outcome, about);
	const error = new NodeApiError(node, { message }, { message, description: hint, httpCode });
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	error.message = message;
	return error;
}
