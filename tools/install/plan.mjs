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
	const total = minutes + (MINUTES[COMMAND] ?? 0);
	if (total > 1) console.error(`This takes about ${total} minutes in total.`);
	if (!installs) return;
	const size = `downloads about ${megabytes} MB and needs ${gigabytes.toFixed(1)} GB of disk space`;
	console.error(
		`${minutes} of them are for the installation, which is needed only once. It ${size}.`,
	);
}
