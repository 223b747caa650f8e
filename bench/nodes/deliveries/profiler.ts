/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { once } from 'node:events';
import { z } from 'zod/v4';
import type { N8n } from '../../../host/n8n';
import type { Profile } from './groups';

/** n8n then says in its log where its profiler listens. */
export const PROFILED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const SAMPLE_EVERY_US = 500;

const answer = z.object({
	id: z.number(),
	result: z.object({ profile: z.unknown().optional() }),
});
const profile = z.object({
	nodes: z.array(
		z.object({
			id: z.number(),
			callFrame: z.object({ functionName: z.string(), url: z.string() }),
			children: z.array(z.number()).optional(),
		}),
	),
	samples: z.array(z.number()),
	timeDeltas: z.array(z.number()),
});

/** What the main thread of an n8n does meanwhile. */
export async function profileOf(n8n: N8n, work: () => Promise<void>): Promise<Profile> {
	const [address = ''] = /ws:\/\/\S+/.exec(n8n.log()) ?? [];
	const socket = new WebSocket(address);
	await once(socket, 'open');
	let last = 0;
	const ask = async (method: string, params = {}) => {
		last++;
		const heard = once(socket, 'message');
		socket.send(JSON.stringify({ id: last, method, params }));
		const [{ data }] = (await heard) as [MessageEvent];
		return answer.parse(JSON.parse(String(data))).result;
	};
	try {
		await ask('Profiler.enable');
		await ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
		await ask('Profiler.start');
		await work();
		const { profile: found } = await ask('Profiler.stop');
		return profile.parse(found);
	} finally {
		socket.close();
	}
}
