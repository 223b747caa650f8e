import { cores, daily, PER_SECOND } from '../../../../bench/nodes/deliveries/daily';
import type { DeliveryRow } from '../../../../bench/nodes/deliveries/throughput';

describe('ten million events a day', () => {
	it('are 115.74 a second', () => {
		expect(PER_SECOND).toBeCloseTo(115.74, 2);
	});

	it.each([
		['part of a core is a whole one', 100, 1, 1],
		['as many ms as a second has keep a core busy', 1, 1_000, 1],
		['more take another', 1, 1_001, 2],
		['both count', 100, 50, 5],
	])('%s', (_, perSecond, cpuMs, expected) => {
		expect(cores(perSecond, cpuMs)).toBe(expected);
	});

	it('need five times as many cores at the peak', () => {
		const row = { settings: 'default', cpuMs: 100 } as DeliveryRow;
		expect(daily.map(([, cell]) => cell(row))).toEqual(['default', 116, 100, 12, 579, 58]);
	});
});
