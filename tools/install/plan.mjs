/** Per installation, measured on two cores with a fast network. */
const COSTS = {
	tools: { minutes: 1, megabytes: 270, gigabytes: 2.0 },
	n8n: { minutes: 3, megabytes: 290, gigabytes: 2.8 },
};

/**
 * Of the commands themselves.
 * @type {Record<string, number>}
 */
const MINUTES = { start: 1, test: 5 };

const COMMAND = process.env.npm_lifecycle_event ?? '';

/** @typedef {ReturnType<typeof planFor>} Plan */

/** @param {{ tools: number, n8n: number }} counts of installations */
export function planFor({ tools, n8n }) {
	/** @param {'minutes' | 'megabytes' | 'gigabytes'} cost */
	const sum = (cost) => tools * COSTS.tools[cost] + n8n * COSTS.n8n[cost];
	return {
		installs: tools + n8n > 0,
		/** n8n's database driver. */
		compiles: n8n > 0,
		tests: process.argv.includes('--tests'),
		minutes: sum('minutes'),
		megabytes: sum('megabytes'),
		gigabytes: sum('gigabytes'),
	};
}

/**
 * @param {Plan} plan
 */
export function printPlan({ installs, minutes, megabytes, gigabytes }) {
	const own = MINUTES[COMMAND] ?? 0;
	if (own > 0 && own + minutes > 1) {
		console.error(`This takes about ${own + minutes} minutes in total.`);
	}
	if (!installs) return;
	const share =
		own > 0
			? `Of these, about ${minutes} ${minutes === 1 ? 'is' : 'are'} for the installation, which`
			: `The installation takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, and`;
	const size = `downloads about ${megabytes} MB and needs ${gigabytes.toFixed(1)} GB of disk space`;
	console.error(`${share} is needed only once. It ${size}.`);
}
