import type { IHttpRequestOptions } from 'n8n-workflow';

import { textOf } from './secrets';

/**
 * Adds the token to a request (API: `Authorization: Bearer <API_TOKEN>`). A function and not an
 * expression, because n8n evaluates an expression for every single request.
 */
export function authorize(request: IHttpRequestOptions, token: unknown): IHttpRequestOptions {
	const authorization = `Bearer ${textOf(token)}`;
	return { ...request, headers: { ...request.headers, Authorization: authorization } };
}
