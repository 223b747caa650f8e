import { request } from 'undici';
import {
	startServer,
	type ScriptedResponse,
	type ReceivedRequest,
	type Reply,
	type ScriptedServer,
} from './server';

/** A reply: the response of another server. */
export function forwardTo(target: string) {
	return async ({ method, path, headers, body }: ReceivedRequest): Promise<ScriptedResponse> => {
		const { authorization, 'content-type': type } = headers;
		const response = await request(target + path, {
			method: method as 'GET' | 'POST',
			headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
			body: body === '' ? undefined : body,
		});
		const contentType = String(response.headers['content-type'] ?? 'text/plain');
		return {
			status: response.statusCode,
			headers: { 'content-type': contentType },
			body: await response.body.text(),
		};
	};
}

/** A reply: the other server handles the request, but the client gets `reply`. */
export function forwardThen(target: string, reply: Reply): Reply {
	return async (received: ReceivedRequest) => {
		await forwardTo(target)(received);
		return reply;
	};
}

/** Forwards everything, unless `when` overrides it. */
export async function startProxy(target: string): Promise<ScriptedServer> {
	return await startServer(forwardTo(target));
}
