/** What installing one of them takes, measured on two cores with a fast network. */
const COSTS = {
	tools: { minutes: 1, megabytes: 270, gigabytes: 2.0 },
	n8n: { minutes: 3, megabytes: 290, gigabytes: 2.8 },
};

/**
 * What the commands take once all is installed, in minutes.
 * @type {Record<string, number>}
 */
const MINUTES = { start: 1, test: 5 };

const COMMAND = process.env.npm_lifecycle_event ?? '';

/** @typedef {ReturnType<typeof planFor>} Plan */

/** @param {{ tools: number, n8n: number }} count how many of each are to be installed */
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
 * Says how long all of it takes, and what of that is installed.
 * @param {Plan} plan
 */
export function announce({ installs, minutes, megabytes, gigabytes }) {
	const total = minutes + (MINUTES[COMMAND] ?? 0);
	if (total > 1) console.error(`This takes about ${total} minutes in all.`);
	if (!installs) return;
	const size = `downloads about ${megabytes} MB and needs ${gigabytes.toFixed(1)} GB of disk space`;
	console.error(`The installation takes ${minutes} of them and is needed only once. It ${size}.`);
}
