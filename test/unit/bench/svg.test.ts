import type { BarChart, LineChart } from '../../../bench/nodes/chart';
import { draw, niceCeiling } from '../../../bench/nodes/svg';

const bars: BarChart = {
	...{ kind: 'bars', name: 'bars', title: 'Bars', unit: 'ms' },
	bars: [
		{ label: 'Ours', value: 5, own: true },
		{ label: 'Theirs <&>', value: 10, own: false },
	],
};
const lines: LineChart = {
	...{ kind: 'lines', name: 'lines', title: 'Lines', unit: 'MB' },
	ticks: ['100', '1,000', '10,000'],
	lines: [
		{ label: 'Ours', values: [0, 50, 100], own: true },
		{ label: 'Theirs', values: [100, 100, 100], own: false },
	],
};

const attributes = (svg: string, element: string, name: string) =>
	[...svg.matchAll(new RegExp(`<${element} [^>]*\\b${name}="([^"]*)"`, 'g'))].map(([, one]) => one);

describe('a bar chart', () => {
	const svg = draw(bars);

	it('gives each bar a length in proportion to its value', () => {
		const [card, ours, theirs] = attributes(svg, 'rect', 'width').map(Number);
		expect(ours).toBeCloseTo(Number(theirs) / 2, 5);
		expect(Number(theirs)).toBeLessThan(Number(card));
	});

	it('tells its own bars from the others', () => {
		expect(attributes(svg, 'rect', 'class')).toEqual(['card', 'own', 'other']);
	});

	it('writes the values, and labels that XML can read', () => {
		expect(svg).toContain('>Theirs &#60;&#38;&#62;</text>');
		expect(svg).toContain('>5</text>');
		expect(svg).toContain('>10</text>');
	});

	it('has colours for light and for dark', () => {
		expect(svg).toContain('@media (prefers-color-scheme: dark)');
	});
});

describe('a line chart', () => {
	const svg = draw(lines);
	const points = attributes(svg, 'polyline', 'points').map((text) =>
		String(text)
			.split(' ')
			.map((pair) => pair.split(',').map(Number)),
	);

	it('has a point for each value, at equal distances', () => {
		const [ours = []] = points;
		expect(ours).toHaveLength(3);
		const [first = 0, second = 0, third = 0] = ours.map(([x = 0]) => x);
		expect(third - second).toBeCloseTo(second - first, 5);
	});

	it('draws more higher up, in proportion', () => {
		const [ours = [], theirs = []] = points;
		const [none = 0, half = 0, all = 0] = ours.map(([, y = 0]) => y);
		expect(none - half).toBeCloseTo(half - all, 5);
		expect(all).toBeLessThan(none);
		expect(theirs[0]?.[1]).toBe(all);
	});

	it('names each line and tick, and tells the lines apart without colour', () => {
		for (const label of ['Ours', 'Theirs', ...lines.ticks]) expect(svg).toContain(`>${label}<`);
		const dashes = attributes(svg, 'polyline', 'stroke-dasharray');
		expect(new Set(dashes).size).toBe(2);
	});
});

describe('niceCeiling', () => {
	it.each([
		{ of: 0.7, is: 0.8 },
		{ of: 1, is: 1 },
		{ of: 37, is: 40 },
		{ of: 801, is: 1000 },
	])('of $of is $is', ({ of, is }) => {
		expect(niceCeiling(of)).toBeCloseTo(is, 10);
	});
});
