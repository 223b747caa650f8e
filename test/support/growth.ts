/** Four times the input takes 4 times as long if that is linear, and 16 times if quadratic. */
const STEP = 4;
const MAX_RATIO = 10;
/** The best one counts: other threads of this process disturb some of them. */
const ATTEMPTS = 5;
/** What takes less is repeated. */
const MIN_MS = 5;
/** In characters. What is cut before it is read is shorter than the first. */
const SIZES = [16_000, 64_000, 256_000];

/** For one call, of the CPU: other processes do not count. */
function timeOf(read: () => unknown): number {
	const before = process.cpuUsage();
	for (let calls = 1; ; calls += 1) {
		read();
		const { user, system } = process.cpuUsage(before);
		const ms = (user + system) / 1_000;
		if (ms >= MIN_MS) return ms / calls;
	}
}

function isLinear<Input>(read: (input: Input) => unknown, small: Input, large: Input): boolean {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const smallMs = timeOf(() => read(small));
		if (timeOf(() => read(large)) < MAX_RATIO * smallMs) return true;
	}
	return false;
}

/**
 * Whether reading takes at most linear time. Stops at the first size that takes more, since larger
 * ones would take minutes.
 */
export function isReadInLinearTime<Input>(
	make: (size: number) => Input,
	read: (input: Input) => unknown,
): boolean {
	return SIZES.every((size, index) => index === 0 || isLinear(read, make(size / STEP), make(size)));
}
