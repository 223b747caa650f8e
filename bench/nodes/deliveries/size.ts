import type { Plan } from '../section';

/** How much is measured of each trigger. */
export interface Size {
	rounds: number;
	/** Deliveries whose costs are told apart. */
	profiled: number;
	/** Of the deliveries that a host is sent otherwise. */
	share: number;
}

const FULL: Size = { rounds: 3, profiled: 30, share: 1 };
const QUICK: Size = { rounds: 1, profiled: 10, share: 1 / 3 };

export const sizeOf = ({ quick }: Plan): Size => (quick ? QUICK : FULL);

/** Deliveries that are under way at once under load. */
export const AT_ONCE = 10;
