import type { Column } from '../../table';
import type { DeliveryRow } from './throughput';

const EVENTS_PER_DAY = 10_000_000;
const SECONDS_PER_DAY = 24 * 60 * 60;
/** An hour at noon is not one at night. */
const PEAK = 5;

export const PER_SECOND = EVENTS_PER_DAY / SECONDS_PER_DAY;

/** What ten million events a day would keep busy, if each cost what one does here. */
export const daily: Array<Column<DeliveryRow>> = [
	['n8n', ({ settings }) => settings],
	['Events per s', () => Math.round(PER_SECOND)],
	['CPU ms per event', ({ cpuMs }) => cpuMs],
	['Cores', ({ cpuMs }) => cores(PER_SECOND, cpuMs)],
	['Events per s at the peak', () => Math.round(PEAK * PER_SECOND)],
	['Cores at the peak', ({ cpuMs }) => cores(PEAK * PER_SECOND, cpuMs)],
];

export function cores(perSecond: number, cpuMs: number): number {
	return Math.ceil((perSecond * cpuMs) / 1_000);
}
