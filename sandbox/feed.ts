import type { FastifyInstance } from 'fastify';
import type { LogLine } from './log';

export type FeedEvent =
	/** A new line of the log, or a change of one that was announced before. */
	| { type: 'line'; line: LogLine }
	/** The log was emptied. */
	| { type: 'cleared' }
	/** Boards, tasks, webhooks, faults or assumptions may differ from before. */
	| { type: 'changed' };

type Listener = (event: FeedEvent) => void;

/** What happens in the sandbox, live, for the page. */
export class Feed {
	private readonly listeners = new Set<Listener>();

	emit(event: FeedEvent): void {
		for (const listener of this.listeners) listener(event);
	}

	/** Returns what ends the subscription. */
	subscribe(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
}

/** Tells the page to read again after each accepted write, on any route. */
export function announceChanges(app: FastifyInstance, feed: Feed): void {
	app.addHook('onResponse', async (request, reply) => {
		if (request.method !== 'GET' && reply.statusCode < 400) feed.emit({ type: 'changed' });
	});
}
