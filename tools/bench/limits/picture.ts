export interface Bar {
	client: string;
	lossless: number;
	quick: number;
}

const ROW = 54;
const LEFT = 16;
const WIDTH = 720;
const BAR = 560;

/** An SVG with a bar for each client: worlds without a lost item, and of these the quick ones. */
export function drawBars(bars: Bar[], worlds: number): string {
	const rows = bars.map(({ client, lossless, quick }, index) => {
		const y = 56 + index * ROW;
		const width = (count: number) => Math.round((BAR * count) / worlds);
		return `<text x="${LEFT}" y="${y}">${client}</text>
<rect class="all" x="${LEFT}" y="${y + 8}" width="${BAR}" height="16"/>
<rect class="lossless" x="${LEFT}" y="${y + 8}" width="${width(lossless)}" height="16"/>
<rect class="quick" x="${LEFT}" y="${y + 8}" width="${width(quick)}" height="16"/>
<text class="count" x="${LEFT + BAR + 10}" y="${y + 21}">${lossless}, ${quick}</text>`;
	});
	const height = 64 + bars.length * ROW;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Of ${worlds} services: without a lost item, and of these within 1.25 of the possible time</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1f2328; }
.all { fill: #e6e8eb; } .lossless { fill: #9fc3ef; } .quick { fill: #2f6fbf; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.all { fill: #2a3038; } .lossless { fill: #2f5f94; } .quick { fill: #7db4f5; }
}
</style>
<text x="${LEFT}" y="24">Of ${worlds} services: without a lost item (light), of these within 1.25 of the possible time (dark)</text>
${rows.join('\n')}
</svg>
`;
}
