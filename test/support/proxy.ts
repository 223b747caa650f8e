import { send } from '../../tools/http/client';
import type { ScriptedResponse, ReceivedRequest } from '../../tools/http/server';

/** A reply: the response of another server. */
export function forwardTo(target: string) {
	return async ({ method, path, headers, body }: ReceivedRequest): Promise<ScriptedResponse> => {
		const { authorization, 'content-type': type } = headers;
		const response = await send(method, target + path, {
			headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
			body: body === '' ? undefined : body,
		});
		const contentType = String(response.headers['content-type'] ?? 'text/plain');
		return {
			status: response.status,
			headers: { 'content-type': contentType },
			body: response.text,
		};
	};
}
