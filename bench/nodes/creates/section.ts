import type { Column } from '../../table';
import type { BarChart } from '../chart';
import { defineSection } from '../section';
import { rounded } from '../statistics';
import { goals } from './goals';
import { race } from './race';
import { withRatios } from './ratios';
import { creation, type Creation } from './row';

const times = (ratio: number | null) => (ratio === null ? '–' : `${ratio.toFixed(2)}×`);
export const nameOf = ({ client, settings, atOnce }: Creation) =>
	client === 'undici' ? `undici alone, ${atOnce} at once` : `${client}, ${settings}`;

const COLUMNS: Array<Column<Creation>> = [
	['Client', nameOf],
	['At once', ({ atOnce }) => atOnce ?? '–'],
	['Items', ({ items }) => items],
	['Runs', ({ runs }) => runs],
	['Wall ms', ({ wallMs }) => wallMs],
	['ms per item', ({ wallMs, items }) => (wallMs / items).toFixed(2)],
	['CPU ms per item', ({ cpuMsPerItem }) => cpuMsPerItem.toFixed(2)],
	['Of undici', ({ ofUndici }) => times(ofUndici)],
	['Faster than HTTP Request', ({ fasterThanHttpRequest }) => times(fasterThanHttpRequest)],
	['Faster than Wekan', ({ fasterThanWekan }) => times(fasterThanWekan)],
];

const at = (ms: number) => (rows: Creation[]) => rows.filter(({ serviceMs }) => serviceMs === ms);

/** What n8n's nodes take for a thousand creates. */
export const creates = defineSection({
	name: 'creates',
	row: creation,
	measure: async (plan) => withRatios(await race(plan)),
	tables: {
		'creates-0': { columns: COLUMNS, rows: at(0) },
		'creates-50': { columns: COLUMNS, rows: at(50) },
	},
	charts: (rows) => [chart(at(0)(rows), 0), chart(at(50)(rows), 50)],
	goals,
});

function chart(rows: Creation[], ms: number): BarChart {
	return {
		...{ kind: 'bars', name: `creates-${ms}` },
		title: `Creating tasks, ${ms} ms of service time`,
		unit: 'ms per item; less is better',
		bars: rows.map((row) => ({
			label: nameOf(row),
			value: rounded(row.wallMs / row.items, 2),
			own: row.client === 'This node',
		})),
	};
}
