// Preloaded into n8n: it looks for waits that are over every second, not every minute. At its start
// it would too, but its crash recovery takes what has been resumed by then for crashed (2.41.1).
const EVERY_MS = 1_000;

const { setInterval } = globalThis;
globalThis.setInterval = (callback, ms, ...rest) => {
	const isWaitTracker = String(callback).includes('getWaitingExecutions');
	return setInterval(callback, isWaitTracker ? EVERY_MS : ms, ...rest);
};
