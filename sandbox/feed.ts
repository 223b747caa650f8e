import type { FastifyInstance } from 'fastify';
import type { LogLine } from './log';

type FeedEvent =
	/** A new line of the log, or the new state of an earlier one. */
	| { type: 'line'; line: LogLine }
	/** The log was cleared. */
	| { type: 'start' }
	/** Boards, tasks, webhooks, faults or assumptions may differ from before. */
	| { type: 'changed' };

type Listener = (event: FeedEvent) => void;

/** Live updates for the page. */
export class Feed {
	private readonly listeners = new Set<Listener>();

	emit(event: FeedEvent): void {
		for (const listener of this.listeners) listener(event);
	}

	/** Returns the function that unsubscribes. */
	subscribe(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
}

/** After each accepted write, on any route. */
export function emitChanges(app: FastifyInstance, feed: Feed): void {
	app.addHook('onResponse', async (request, reply) => {
		if (request.method !== 'GET' && reply.statusCode < 400) feed.emit({ type: 'changed' });
	});
}
