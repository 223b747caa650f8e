import type { BarChart, Chart, LineChart } from './chart';

/*
 * Draws charts. No library: one picture serves light and dark (the ready-made ones write fixed
 * colours), and the same figures give the same bytes, so that a test can compare them.
 */
const WIDTH = 760;
const MARGIN = 16;
const HEAD = 64;
const LABELS = 300;
const VALUES = 70;
const ROW = 26;
const BAR = 16;
const PLOT_HEIGHT = 260;
const AXIS = 60;
const GRID_LINES = 4;

const STYLE = `
text { font: 13px system-ui, 'Segoe UI', sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.quiet { fill: #59636e; }
.card { fill: #ffffff; stroke: #d1d9e0; }
.grid { stroke: #d1d9e0; }
.other { fill: #818b98; stroke: #818b98; }
.own { fill: #2f5fd0; stroke: #2f5fd0; }
.line { fill: none; stroke-width: 2.5; }
@media (prefers-color-scheme: dark) {
	text { fill: #f0f6fc; }
	.quiet { fill: #9198a1; }
	.card { fill: #0d1117; stroke: #3d444d; }
	.grid { stroke: #3d444d; }
	.other { fill: #656c76; stroke: #656c76; }
	.own { fill: #7ba4ff; stroke: #7ba4ff; }
	.line { fill: none; }
}`;

const DASHES = ['', '7 4', '2 4', '10 3 2 3'];

export function draw(chart: Chart): string {
	return chart.kind === 'bars' ? drawBars(chart) : drawLines(chart);
}

function drawBars(chart: BarChart): string {
	const longest = Math.max(...chart.bars.map(({ value }) => value));
	const room = WIDTH - LABELS - VALUES - MARGIN;
	const rows = chart.bars.map(({ label, value, own }, index) => {
		const y = HEAD + index * ROW;
		const width = Math.max(1, (value / longest) * room);
		return [
			text(LABELS - 10, y + BAR - 3, label, 'end'),
			`<rect class="${own ? 'own' : 'other'}" x="${LABELS}" y="${y}" width="${round(width)}" height="${BAR}" rx="2"/>`,
			text(LABELS + round(width) + 6, y + BAR - 3, String(value)),
		].join('\n');
	});
	return page(chart, HEAD + chart.bars.length * ROW + MARGIN, rows);
}

function drawLines(chart: LineChart): string {
	const highest = niceCeiling(Math.max(...chart.lines.flatMap(({ values }) => values)));
	const step = (WIDTH - AXIS - 2 * MARGIN) / Math.max(1, chart.ticks.length - 1);
	const x = (index: number) => round(AXIS + index * step);
	const y = (value: number) => round(HEAD + PLOT_HEIGHT * (1 - value / highest));
	const grid = Array.from({ length: GRID_LINES + 1 }, (_, index) => {
		const value = (highest / GRID_LINES) * index;
		const line = `<line class="grid" x1="${AXIS}" x2="${WIDTH - MARGIN}" y1="${y(value)}" y2="${y(value)}"/>`;
		return `${line}\n${text(AXIS - 8, y(value) + 4, String(round(value)), 'end', 'quiet')}`;
	});
	const below = HEAD + PLOT_HEIGHT + 20;
	const ticks = chart.ticks.map((tick, index) => {
		const anchor = index === chart.ticks.length - 1 ? 'end' : 'middle';
		return text(x(index), below, tick, anchor, 'quiet');
	});
	const lines = chart.lines.map(({ values, own }, index) => {
		const points = values.map((value, at) => `${x(at)},${y(value)}`).join(' ');
		return `<polyline class="line ${own ? 'own' : 'other'}" stroke-dasharray="${DASHES[index] ?? ''}" points="${points}"/>`;
	});
	const legend = chart.lines.map(({ label, own }, index) => {
		const at = below + 22 + index * 20;
		const key = `<line class="line ${own ? 'own' : 'other'}" stroke-dasharray="${DASHES[index] ?? ''}" x1="${AXIS}" x2="${AXIS + 36}" y1="${at - 4}" y2="${at - 4}"/>`;
		return `${key}\n${text(AXIS + 44, at, label)}`;
	});
	const height = below + 22 + chart.lines.length * 20 + MARGIN;
	return page(chart, height, [...grid, ...ticks, ...lines, ...legend]);
}

/** The next number of the form 1, 2, 4, 5 or 8 times a power of ten: its quarters are short. */
export function niceCeiling(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value || 1));
	return ([1, 2, 4, 5, 8].find((digit) => digit * power >= value) ?? 10) * power;
}

function page({ title, unit }: Chart, height: number, parts: string[]): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
		`<title>${escape(title)}</title>`,
		`<style>${STYLE}\n</style>`,
		`<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
		text(MARGIN, 28, title, 'start', 'title'),
		text(MARGIN, 48, unit, 'start', 'quiet'),
		...parts,
		'</svg>\n',
	].join('\n');
}

function text(x: number, y: number, words: string, anchor = 'start', kind = ''): string {
	const style = kind === '' ? '' : ` class="${kind}"`;
	return `<text${style} x="${x}" y="${y}" text-anchor="${anchor}">${escape(words)}</text>`;
}

const round = (value: number) => Math.round(value * 100) / 100;
const escape = (words: string) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
