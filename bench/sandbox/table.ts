import type { Measurement } from '../load';
import { plainTable, type Column } from '../table';

export interface Row extends Measurement {
	server: string;
	/** Delivered, from the first request until the last notification arrived. */
	notificationsPerSecond: number | null;
}

const COLUMNS: Array<Column<Row>> = [
	['server', (row) => row.server],
	['at once', (row) => row.concurrency],
	['requests', (row) => row.requests],
	['requests/s', (row) => row.requestsPerSecond],
	['p50 ms', (row) => row.p50Ms],
	['p99 ms', (row) => row.p99Ms],
	['CPU µs/request', (row) => row.serverCpuMicrosPerRequest],
	['server CPU', (row) => `${row.serverCpuPercent} %`],
	['client CPU', (row) => `${row.clientCpuPercent} %`],
	['others CPU', (row) => `${row.othersCpuPercent} %`],
	['notifications/s', (row) => row.notificationsPerSecond ?? '-'],
];

export const table = (rows: Row[]) => plainTable(COLUMNS, rows);
