import type { Plan } from '../section';

/** How much is measured of each trigger. */
export interface Size {
	rounds: number;
	/** Deliveries in each round. */
	load: number;
	/** Deliveries at a steady pace in each round. */
	paced: number;
	warmUp: number;
	profiled: number;
}

const FULL: Size = { rounds: 3, load: 40, paced: 30, warmUp: 20, profiled: 50 };
const QUICK: Size = { rounds: 1, load: 20, paced: 10, warmUp: 10, profiled: 20 };

export const sizeOf = ({ quick }: Plan): Size => (quick ? QUICK : FULL);

/** Deliveries that are under way at once under load. */
export const AT_ONCE = 10;
