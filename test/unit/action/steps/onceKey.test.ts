import { isNewEachTime } from '../../../../nodes/WorkspaceTaskService/action/steps/onceKey';

const NOW_MS = Date.parse('2026-11-28T21:00:00.500Z');

describe('a key', () => {
	it.each([
		['the ID of the execution', '4711'],
		['a time of this second', '2026-11-28T21:00:00.400Z'],
		['a time of this second in a time zone', '2026-11-28T22:00:00.000+01:00'],
		['milliseconds since 1970', String(NOW_MS - 3)],
		['seconds since 1970', '1795899600'],
	])('that is %s is new in each execution', (_, key) => {
		expect(isNewEachTime(key, '4711', NOW_MS)).toBe(true);
	});

	it.each([
		...['4712', '47110', 'order 4711', '2026-11-28', '2026-11-28T20:59:00Z', '0', '1795899', ''],
		...['1795899000', 'order 2026-11-28T21:00:00Z', '12345678901', String(NOW_MS - 60_000)],
	])('may repeat: %j', (key) => {
		expect(isNewEachTime(key, '4711', NOW_MS)).toBe(false);
	});
});
