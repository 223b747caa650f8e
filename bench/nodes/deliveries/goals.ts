import type { Goal } from '../section';
import type { FilteredRow } from './filtered';
import type { DeliveryRow } from './throughput';

const AT_MOST_OF_PEER = 1.05;
const AT_LEAST_OF_RUNS = 5;

/** @param mode of n8n, for people */
export function answerGoals(mode: string, rows: DeliveryRow[]): Goal[] {
	return namesOf(rows).flatMap((settings) => {
		const calm = rows.filter((row) => row.settings === settings && row.pacedP99Ms !== null);
		const own = calm.find(({ kind }) => kind === 'own');
		const [peer] = calm.filter(({ kind }) => kind === 'app').sort((a, b) => p99(a) - p99(b));
		if (own === undefined || peer === undefined) return [];
		const ratio = p99(own) / p99(peer);
		const goal = `${mode}, ${settings}: answers at p99 within ${AT_MOST_OF_PEER}× of the fastest other app trigger`;
		const measured = `${ratio.toFixed(2)}× (${p99(own)} ms, ${peer.trigger} ${p99(peer)} ms)`;
		return [{ goal, measured, met: ratio <= AT_MOST_OF_PEER }];
	});
}

const p99 = ({ pacedP99Ms }: DeliveryRow) => pacedP99Ms ?? NaN;

export function filteredGoals(rows: FilteredRow[]): Goal[] {
	return namesOf(rows).flatMap((settings) => {
		const ofHost = rows.filter((row) => row.settings === settings && row.kind === 'own');
		const peer = rows.find((row) => row.settings === settings && row.kind === 'app');
		const runs = ofHost.find(({ delivery }) => delivery === 'runs');
		const [slowest] = ofHost
			.filter((row) => row !== runs)
			.sort((one, other) => one.perSecond - other.perSecond);
		if (runs === undefined || slowest === undefined) return [];
		const ratio = slowest.perSecond / runs.perSecond;
		const goal = `${settings}: filtered deliveries at least ${AT_LEAST_OF_RUNS}× as many per second as those that run`;
		const measured = `${ratio.toFixed(1)}× (${slowest.delivery} ${slowest.perSecond}/s, runs ${runs.perSecond}/s${beside(peer)})`;
		return [{ goal, measured, met: ratio >= AT_LEAST_OF_RUNS }];
	});
}

/** What n8n itself takes for a delivery that starts nothing. */
const beside = (peer: FilteredRow | undefined) =>
	peer === undefined ? '' : `; ${peer.trigger} filters ${peer.perSecond}/s`;

const namesOf = (rows: Array<{ settings: string }>) => [
	...new Set(rows.map(({ settings }) => settings)),
];
