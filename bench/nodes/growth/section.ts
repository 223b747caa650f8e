import type { Column } from '../../table';
import type { LineChart } from '../chart';
import { defineSection } from '../section';
import { climb } from './climb';
import { goals } from './goals';
import { growing, type Growing } from './row';

const nameOf = ({ client, settings, serviceMs }: Growing) =>
	`${client}, ${settings}, ${serviceMs} ms`;
const count = (items: number) => items.toLocaleString('en-US');

const COLUMNS: Array<Column<Growing>> = [
	['Node, settings, service time', nameOf],
	['Items', ({ items }) => count(items)],
	['Runs', ({ runs }) => runs],
	['ms per item', ({ msPerItem }) => msPerItem.toFixed(3)],
	['CPU ms per item', ({ cpuMsPerItem }) => cpuMsPerItem.toFixed(2)],
	['Memory before, MB', ({ memoryBeforeMb }) => memoryBeforeMb],
	['Peak memory, MB', ({ peakMemoryMb }) => peakMemoryMb],
];

/** Whether an item stays as cheap among many. */
export const growth = defineSection({
	name: 'growth',
	row: growing,
	measure: climb,
	tables: { growth: { columns: COLUMNS } },
	charts: (rows) => [
		chart(rows, 'growth-time', 'Time per item', 'ms per item', ({ msPerItem }) => msPerItem),
		chart(rows, 'growth-memory', 'Peak memory of n8n', 'MB', ({ peakMemoryMb }) => peakMemoryMb),
	],
	goals,
});

function chart(
	rows: Growing[],
	name: string,
	title: string,
	unit: string,
	value: (row: Growing) => number,
): LineChart {
	const labels = [...new Set(rows.map(nameOf))];
	return {
		...{ kind: 'lines', name, title, unit },
		ticks: [...new Set(rows.map(({ items }) => `${count(items)} items`))],
		lines: labels.map((label) => ({
			label,
			values: rows.filter((row) => nameOf(row) === label).map(value),
			own: label.startsWith('This node'),
		})),
	};
}
