import { assumedChanges, DEFAULTS, type Assumed, type AssumedChanges } from './schema';

/** What is assumed at the moment. Throws a ZodError when a change cannot be read. */
export class Assumptions {
	private readonly atStart: Assumed;
	private now: Assumed;

	constructor(given: AssumedChanges = {}) {
		this.atStart = this.now = { ...DEFAULTS, ...assumedChanges.parse(given) };
	}

	get current(): Assumed {
		return this.now;
	}

	/** What is not given stays. */
	change(given: AssumedChanges): Assumed {
		return (this.now = { ...this.now, ...assumedChanges.parse(given) });
	}

	reset(): void {
		this.now = this.atStart;
	}
}
