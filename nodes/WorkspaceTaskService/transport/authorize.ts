import type { IHttpRequestOptions } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';

/**
 * Adds the token to a request (API: `Authorization: Bearer <API_TOKEN>`). A function and not an
 * expression, because n8n evaluates an expression for every single request.
 *
 * The base URL is put right here because requests of the nodes and of n8n's credential test both
 * pass; the HTTP Request node sets none, its address is the user's own.
 */
export function authorize(
	request: IHttpRequestOptions,
	baseUrl: unknown,
	token: unknown,
): IHttpRequestOptions {
	return {
		...request,
		...(request.baseURL === undefined ? {} : { baseURL: normalizeBaseUrl(baseUrl) }),
		headers: { ...request.headers, Authorization: `Bearer ${String(token).trim()}` },
	};
}
