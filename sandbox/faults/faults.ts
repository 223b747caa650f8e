import {
	faultRequest,
	type DeliveryFault,
	type Fault,
	type FaultRequest,
	type RequestFault,
} from './schema';

/** Makes the random numbers of two faults differ. */
const STRIDE = 0x9e37_79b9;

/**
 * What goes wrong on request. Each fault has its own random generator, made from the seed and its
 * place in the list: the same faults and requests have the same outcome again.
 */
export class Faults {
	private active: Array<{ fault: Fault; random: () => number }> = [];
	private lastId = 0;
	private places = 0;

	constructor(private readonly seed: number) {}

	list(): Fault[] {
		return this.active.map(({ fault }) => ({ ...fault }));
	}

	/** Throws a ZodError when the request cannot be read. */
	add(request: FaultRequest): Fault {
		const order = faultRequest.parse(request);
		this.lastId += 1;
		const fault = { ...order, id: this.lastId, remaining: order.times ?? null, hits: 0 };
		this.places += 1;
		const random = seededRandom(this.seed + Math.imul(this.places, STRIDE));
		this.active.push({ fault, random });
		return { ...fault };
	}

	/** Whether there was one. */
	remove(id: number): boolean {
		const kept = this.active.filter(({ fault }) => fault.id !== id);
		const found = kept.length < this.active.length;
		this.active = kept;
		return found;
	}

	/** Starts the random numbers again. Ids are not used again. */
	clear(): void {
		this.active = [];
		this.places = 0;
	}

	/** The first fault in the list that applies to this request. `route` is method and path. */
	forRequest(route: string): RequestFault | null {
		const fits = (fault: Fault): fault is RequestFault =>
			fault.on === 'request' && ['*', route].includes(fault.route);
		return this.pick(fits);
	}

	/** The same for an attempt to deliver. */
	forDelivery(event: string): DeliveryFault | null {
		const fits = (fault: Fault): fault is DeliveryFault =>
			fault.on === 'delivery' && ['*', event].includes(fault.route);
		return this.pick(fits);
	}

	private pick<F extends Fault>(fits: (fault: Fault) => fault is F): F | null {
		for (const { fault, random } of this.active) {
			if (!fits(fault) || fault.remaining === 0) continue;
			if (fault.probability !== undefined && random() >= fault.probability) continue;
			fault.hits += 1;
			if (fault.remaining !== null) fault.remaining -= 1;
			return { ...fault };
		}
		return null;
	}
}

/** mulberry32: the same numbers from 0 up to 1 for the same seed, on every machine. */
function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
