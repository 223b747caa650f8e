import { seededRandom } from '../random';
import { faultRequest, type Fault, type FaultRequest } from './schema';

/** The active faults. With one seed, the same faults and requests give the same results. */
export class Faults {
	private active: Fault[] = [];
	private lastId = 0;
	private random: () => number;

	constructor(private readonly seed: number) {
		this.random = seededRandom(seed);
	}

	list(): Fault[] {
		return this.active.map((fault) => ({ ...fault }));
	}

	/** Throws a ZodError if the request is invalid. */
	add(request: FaultRequest): Fault {
		const parsed = faultRequest.parse(request);
		this.lastId += 1;
		const fault = { ...parsed, id: this.lastId, remaining: parsed.times ?? null, hits: 0 };
		this.active.push(fault);
		return { ...fault };
	}

	/** Undefined if it is unknown. */
	remove(id: number): Fault | undefined {
		const removed = this.active.find((fault) => fault.id === id);
		this.active = this.active.filter((fault) => fault !== removed);
		return removed;
	}

	/** Restarts the random numbers, but does not reuse ids. */
	clear(): void {
		this.active = [];
		this.random = seededRandom(this.seed);
	}

	/** The first that applies to a method and path, or to an event type. */
	pick<On extends Fault['on']>(on: On, route: string): Extract<Fault, { on: On }> | null {
		for (const fault of this.active) {
			if (fault.on !== on || !['*', route].includes(fault.route)) continue;
			if (fault.remaining === 0) continue;
			if (fault.probability !== undefined && this.random() >= fault.probability) continue;
			fault.hits += 1;
			if (fault.remaining !== null) fault.remaining -= 1;
			return { ...fault } as Extract<Fault, { on: On }>;
		}
		return null;
	}
}
