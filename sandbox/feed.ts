type Listener = () => void;

/** Tells the open pages that something may differ from before. */
export class Feed {
	private readonly listeners = new Set<Listener>();

	emit(): void {
		for (const listener of this.listeners) listener();
	}

	/** Returns the function that unsubscribes. */
	subscribe(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
}
