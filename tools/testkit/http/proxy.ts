import { request } from 'undici';
import {
	startServer,
	type Answer,
	type ReceivedRequest,
	type Reply,
	type ScriptedServer,
} from './server';

/** A reply: what another server answers to the same request. */
export function forwardTo(target: string) {
	return async ({ method, path, headers, body }: ReceivedRequest): Promise<Answer> => {
		const { authorization, 'content-type': type } = headers;
		const answer = await request(target + path, {
			method: method as 'GET' | 'POST',
			headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
			body: body === '' ? undefined : body,
		});
		const contentType = String(answer.headers['content-type'] ?? 'text/plain');
		const answered = await answer.body.text();
		return { status: answer.statusCode, headers: { 'content-type': contentType }, body: answered };
	};
}

/** A reply: the other server does the work, but the client gets something else. */
export function doneAt(target: string, reply: Reply): Reply {
	return async (received: ReceivedRequest) => {
		await forwardTo(target)(received);
		return reply;
	};
}

/** A server in front of another one: it passes everything on, unless `when` says otherwise. */
export async function startProxy(target: string): Promise<ScriptedServer> {
	return await startServer(forwardTo(target));
}
