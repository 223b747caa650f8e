/** Anything that happens at a time; of the same time, in order. */
interface Timed {
	at: number;
	order: number;
}

const isBefore = (a: Timed, b: Timed) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A binary heap: the next of many events without sorting them. */
export class Heap<Event extends Timed> {
	constructor(private events: Event[] = []) {}

	get all(): readonly Event[] {
		return this.events;
	}

	get first(): Event | undefined {
		return this.events[0];
	}

	push(event: Event): void {
		const { events } = this;
		let index = events.push(event) - 1;
		while (index > 0) {
			const up = (index - 1) >> 1;
			const parent = events[up];
			if (parent === undefined || isBefore(parent, event)) break;
			events[index] = parent;
			index = up;
		}
		events[index] = event;
	}

	pop(): Event | undefined {
		const { events } = this;
		const [first] = events;
		const last = events.pop();
		if (last === undefined || events.length === 0) return first;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			const [left, right] = [events[child], events[child + 1]];
			if (left === undefined) break;
			if (right !== undefined && isBefore(right, left)) child += 1;
			const smaller = events[child] ?? left;
			if (isBefore(last, smaller)) break;
			events[index] = smaller;
			index = child;
		}
		events[index] = last;
		return first;
	}
}
