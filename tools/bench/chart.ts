import * as echarts from 'echarts';
import { OWN, type Chart, type Row } from './section';

const PANEL_WIDTH = 310;
const LABEL_WIDTH = 220;
const ROW_HEIGHT = 30;
const TOP = 78;

/** Readable in GitHub's light and dark theme; the background is transparent. */
const TEXT = '#7a828e';
const OWN_BAR = '#2f81f7';
const PEER_BAR = '#9aa4b2';

/** An SVG of horizontal bars, panels side by side. */
export function renderChart({ title, panel, label, value }: Chart, rows: Row[]): string {
	const panels = [...new Set(rows.map((row) => row[panel]))];
	const labels = [...new Set(rows.map((row) => String(row[label])))];
	const chart = echarts.init(null, null, {
		renderer: 'svg',
		ssr: true,
		width: LABEL_WIDTH + panels.length * PANEL_WIDTH,
		height: TOP + labels.length * ROW_HEIGHT + 10,
	});
	const left = (index: number) => LABEL_WIDTH + index * PANEL_WIDTH;
	chart.setOption({
		animation: false,
		textStyle: { color: TEXT, fontSize: 13 },
		title: [
			{ text: title, left: 0, textStyle: { color: TEXT, fontSize: 16 } },
			...panels.map((name, index) => ({
				text: `${panel}: ${name}`,
				left: left(index),
				top: 44,
				textStyle: { color: TEXT, fontSize: 13 },
			})),
		],
		grid: panels.map((_, index) => ({
			left: left(index),
			top: TOP,
			bottom: 10,
			width: PANEL_WIDTH - 60,
		})),
		xAxis: panels.map((_, gridIndex) => ({ type: 'value', gridIndex, show: false })),
		yAxis: panels.map((_, gridIndex) => ({
			type: 'category',
			gridIndex,
			data: labels,
			inverse: true,
			axisLine: { show: false },
			axisTick: { show: false },
			axisLabel: { show: gridIndex === 0, color: TEXT, fontSize: 13 },
		})),
		series: panels.map((name, index) => ({
			type: 'bar',
			xAxisIndex: index,
			yAxisIndex: index,
			barWidth: '62%',
			label: { show: true, position: 'right', color: TEXT, fontSize: 13 },
			data: labels.map((text) => ({
				value: rows.find((row) => row[panel] === name && row[label] === text)?.[value],
				itemStyle: { color: text.startsWith(OWN) ? OWN_BAR : PEER_BAR },
			})),
		})),
	});
	// Ids with a counter would change the file although the figures do not.
	const svg = chart.renderToSVGString().replaceAll(/\bzr\d+-/g, 'zr-');
	chart.dispose();
	return svg;
}
