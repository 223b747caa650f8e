import {
	faultRequest,
	type DeliveryFault,
	type Fault,
	type FaultRequest,
	type RequestFault,
} from './schema';

/** Makes the random numbers of two faults differ. */
const STRIDE = 0x9e37_79b9;

/** A fault that applies; `lot` is a random number from 0 up to 1 to choose by. */
export interface Hit<F extends Fault = Fault> {
	fault: F;
	lot: number;
}

interface Armed {
	fault: Fault;
	draw: () => number;
}

/**
 * What goes wrong on request. Each fault has its own random generator, made from the seed and its
 * place in the list: the same faults and requests have the same outcome again.
 */
export class Faults {
	private armed: Armed[] = [];
	private lastId = 0;
	private places = 0;

	constructor(private readonly seed: number) {}

	list(): Fault[] {
		return this.armed.map(({ fault }) => ({ ...fault }));
	}

	/** Throws a ZodError when the request cannot be read. */
	add(request: FaultRequest): Fault {
		const order = faultRequest.parse(request);
		this.lastId += 1;
		const fault = { ...order, id: this.lastId, remaining: order.times ?? null, hits: 0 };
		this.places += 1;
		const draw = seededRandom(this.seed + Math.imul(this.places, STRIDE));
		this.armed.push({ fault, draw });
		return { ...fault };
	}

	/** Whether there was one. */
	remove(id: number): boolean {
		const kept = this.armed.filter(({ fault }) => fault.id !== id);
		const found = kept.length < this.armed.length;
		this.armed = kept;
		return found;
	}

	/** Starts the draws again. Ids are not used again. */
	clear(): void {
		this.armed = [];
		this.places = 0;
	}

	/** The first fault in the list that applies to this request. `route` is method and path. */
	forRequest(route: string): RequestFault | null {
		const fits = (fault: Fault): fault is RequestFault =>
			fault.on === 'request' && ['*', route].includes(fault.route);
		return this.pick(fits)?.fault ?? null;
	}

	/** The same for an attempt to deliver. Only one delivery at a time can be held back. */
	forDelivery(event: string, canHoldBack: boolean): Hit<DeliveryFault> | null {
		const fits = (fault: Fault): fault is DeliveryFault =>
			fault.on === 'delivery' &&
			['*', event].includes(fault.route) &&
			(canHoldBack || fault.kind !== 'reorder');
		return this.pick(fits);
	}

	private pick<F extends Fault>(fits: (fault: Fault) => fault is F): Hit<F> | null {
		for (const { fault, draw } of this.armed) {
			if (!fits(fault) || fault.remaining === 0) continue;
			if (fault.probability !== undefined && draw() >= fault.probability) continue;
			fault.hits += 1;
			if (fault.remaining !== null) fault.remaining -= 1;
			return { fault, lot: draw() };
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
