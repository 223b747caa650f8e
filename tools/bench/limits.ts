import { idealMs, limited, simulate, type RETRY_AFTER } from '../../test/support/limiterSimulation';
import { LIMITS } from '../../test/support/rateLimit';
import { round, type Row, type Section } from './section';

const CASES = [
	{ name: '1 per second', limit: () => LIMITS.fixed(1, 1_000), items: 60 },
	{ name: '100 per minute', limit: () => LIMITS.fixed(100, 60_000), items: 300 },
];
const RETRY_AFTERS: Array<keyof typeof RETRY_AFTER> = ['in whole seconds', 'missing'];
const PROCESSES = [1, 3];

/** The limiter against rate limits, in virtual time, beside a client that knows the limit. */
export const limits: Section = {
	async measure() {
		const rows: Row[] = [];
		for (const { name, limit, items } of CASES) {
			for (const retryAfter of RETRY_AFTERS) {
				for (const processes of PROCESSES) {
					const runs = Array.from({ length: processes }, (_, process) => ({ items, process }));
					const seen = await simulate(limited(limit(), retryAfter), runs);
					const all = items * processes;
					rows.push({
						'Rate limit': name,
						'Retry-After': retryAfter,
						Processes: processes,
						'Failed items': seen.runs.flatMap(({ failed }) => failed).length,
						'Shortest possible time = 1': round(seen.endMs / idealMs(limit(), all), 2),
						'Refusals per 100 items': round((100 * seen.refused) / all, 0),
					});
				}
			}
		}
		return rows;
	},
};
