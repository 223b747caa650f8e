/** The middle value; of two in the middle, their mean. */
export function median(values: number[]): number {
	const sorted = ascending(values);
	const middle = sorted.length / 2;
	const [low = NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
	return (low + high) / 2;
}

/** The smallest value that at least this share of them does not exceed. */
export function percentile(values: number[], share: number): number {
	const rank = Math.max(1, Math.ceil(values.length * share));
	return ascending(values)[rank - 1] ?? NaN;
}

export function rounded(value: number, digits: number): number {
	return Number(value.toFixed(digits));
}

function ascending(values: number[]): number[] {
	return [...values].sort((one, other) => one - other);
}
