type Listener = (type: 'line' | 'start' | 'changed', data: object) => void;

/**
 * Live updates for the page: `line`, a new line of the log or the new state of an earlier one;
 * `start`, the log was cleared; `changed`, anything else may differ from before.
 */
export class Feed {
	private readonly listeners = new Set<Listener>();

	emit: Listener = (type, data) => {
		for (const listener of this.listeners) listener(type, data);
	};

	/** Returns the function that unsubscribes. */
	subscribe(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
}
