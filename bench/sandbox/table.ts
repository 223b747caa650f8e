import type { Measurement } from './load';

export interface Row extends Measurement {
	server: string;
	/** Delivered, from the first request until the last notification arrived. */
	notificationsPerSecond: number | null;
}

const COLUMNS: Array<[title: string, cell: (row: Row) => string | number]> = [
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

/** Columns as wide as their widest cell; all but the first are numbers, to the right. */
export function table(rows: Row[]): string {
	const lines = [
		COLUMNS.map(([title]) => title),
		...rows.map((row) => COLUMNS.map(([, cell]) => String(cell(row)))),
	];
	const widths = COLUMNS.map((_, column) =>
		Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
	);
	const align = (text: string, column: number) =>
		column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
	return lines.map((cells) => cells.map(align).join('  ')).join('\n');
}
