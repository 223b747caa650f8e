import type { Column } from '../../table';
import { defineSection, type Section } from '../section';
import { throughputCharts } from './charts';
import { costRow, type CostRow } from './costs';
import { daily } from './daily';
import { filteredRow, type FilteredRow } from './filtered';
import { answerGoals, filteredGoals } from './goals';
import { queueRows } from './queue';
import { regular } from './regular';
import { deliveryRow, type DeliveryRow } from './throughput';

const NONE = '–';

const throughput: Array<Column<DeliveryRow>> = [
	['n8n', ({ settings }) => settings],
	['Trigger', ({ trigger }) => trigger],
	['Accepted per s', (row) => row.acceptedPerSecond],
	['Finished per s', (row) => row.finishedPerSecond],
	['CPU ms', (row) => row.cpuMs],
	['p50 ms, full load', (row) => row.p50Ms],
	['p99 ms, full load', (row) => row.p99Ms],
	['Calm load per s', (row) => row.pacedPerSecond ?? NONE],
	['p50 ms, calm', (row) => row.pacedP50Ms ?? NONE],
	['p99 ms, calm', (row) => row.pacedP99Ms ?? NONE],
];

const filtered: Array<Column<FilteredRow>> = [
	['n8n', ({ settings }) => settings],
	['Trigger', ({ trigger }) => trigger],
	['Delivery', ({ delivery }) => delivery],
	['Per s', (row) => row.perSecond],
	['CPU ms', (row) => row.cpuMs],
	['p50 ms', (row) => row.p50Ms],
	['p99 ms', (row) => row.p99Ms],
];

const costs: Array<Column<CostRow>> = [
	['n8n', ({ settings }) => settings],
	['Trigger', ({ trigger }) => trigger],
	['CPU ms', (row) => row.cpuMs],
	['Isolates', (row) => row.isolates],
	['CPU ms of isolates', (row) => row.isolatesCpuMs],
	['CPU ms of the database', (row) => row.databaseCpuMs],
	['CPU ms of this package', (row) => row.packageCpuMs],
	['Isolates of all', (row) => `${row.isolatesPercent} %`],
	['This package of all', (row) => `${row.packagePercent} %`],
];

const isOwn = ({ kind }: DeliveryRow) => kind === 'own';

/** How many deliveries n8n takes, how fast it answers, and what they cost it. */
export const deliveries: Section[] = [
	defineSection({
		name: 'deliveries',
		row: deliveryRow,
		measure: async (plan) => (await regular(plan)).throughput,
		tables: { deliveries: { columns: throughput } },
		charts: throughputCharts,
		goals: (rows) => answerGoals('one n8n process', rows),
	}),
	defineSection({
		name: 'deliveries-filtered',
		row: filteredRow,
		measure: async (plan) => (await regular(plan)).filtered,
		tables: { 'deliveries-filtered': { columns: filtered } },
		goals: filteredGoals,
	}),
	defineSection({
		name: 'deliveries-costs',
		row: costRow,
		measure: async (plan) => (await regular(plan)).costs,
		tables: { 'deliveries-costs': { columns: costs } },
	}),
	defineSection({
		name: 'deliveries-queue',
		row: deliveryRow,
		measure: queueRows,
		tables: {
			'deliveries-queue': { columns: throughput },
			'deliveries-daily': { columns: daily, rows: (rows) => rows.filter(isOwn) },
		},
		goals: (rows) => answerGoals('queue mode', rows),
	}),
];
