import { median, percentile, rounded } from '../../../bench/nodes/statistics';

describe('median', () => {
	it.each([
		{ of: [3], is: 3 },
		{ of: [10, 9, 1], is: 9 },
		{ of: [4, 1, 10, 2], is: 3 },
	])('of $of is $is', ({ of, is }) => {
		expect(median(of)).toBe(is);
	});

	it('of nothing is no number', () => {
		expect(median([])).toBeNaN();
	});
});

describe('percentile', () => {
	const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

	it.each([
		{ share: 0, is: 1 },
		{ share: 0.5, is: 50 },
		{ share: 0.99, is: 99 },
		{ share: 1, is: 100 },
	])('$share of 1 to 100 is $is', ({ share, is }) => {
		expect(percentile(hundred, share)).toBe(is);
	});

	it('orders by size, not by digits', () => {
		expect(percentile([9, 10, 100], 1)).toBe(100);
	});
});

describe('rounded', () => {
	it('keeps so many digits', () => {
		expect(rounded(1.2351, 2)).toBe(1.24);
	});
});
