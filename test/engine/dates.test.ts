import fc from 'fast-check';
import { DateTime } from 'luxon';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../support/engine/engine';

/** The widest offsets, and zones with clock changes, one of them of half an hour. */
const ZONES = [
	...['Etc/GMT+12', 'Etc/GMT-14', 'Europe/Berlin', 'America/St_Johns'],
	...['Australia/Lord_Howe', 'Asia/Beirut', 'Pacific/Auckland'],
];
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const YEAR = { start: Date.UTC(2026, 0, 1), days: 365 };

let sandbox: Sandbox;
let engine: Engine;
beforeAll(async () => {
	sandbox = await startSandbox();
	engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
});
afterAll(async () => await sandbox.close());

/** The days that are sent to the service for these items, in order. */
async function daysSent(zone: string, dueDate: string, items: object[]): Promise<unknown[]> {
	engine.timezone = zone;
	const node = {
		parameters: {
			resource: 'task',
			operation: 'create',
			boardId: { __rl: true, mode: 'id', value: '1' },
			title: '={{ $json.title }}',
			additionalFields: { dueDate },
		},
	};
	const run = await engine.run(
		node,
		items.map((json, n) => ({ json: { ...json, title: `Task ${n}` } })),
	);
	const { items: output, error } = Engine.outcome(run);
	expect(error).toBeUndefined();
	return output.map(({ json }) => json.due_date);
}

/** The moments around each clock change, and midnights. */
function criticalMoments(zone: string): number[] {
	const hasChange = (ms: number, length: number) =>
		DateTime.fromMillis(ms - length, { zone }).offset !== DateTime.fromMillis(ms, { zone }).offset;
	const days = Array.from({ length: YEAR.days }, (_, n) => YEAR.start + (n + 1) * DAY_MS);
	const changes = days
		.filter((end) => hasChange(end, DAY_MS))
		.flatMap((end) => Array.from({ length: 24 }, (_, n) => end - n * HOUR_MS))
		.filter((ms) => hasChange(ms, HOUR_MS));
	return changes.flatMap((ms) => {
		const day = DateTime.fromMillis(ms, { zone }).startOf('day').toMillis();
		return [ms - HOUR_MS, ms - 1, ms, ms + HOUR_MS, day, day - 1, day + 24 * HOUR_MS - 1];
	});
}

const anyMoment = fc.integer({ min: YEAR.start, max: YEAR.start + YEAR.days * DAY_MS });
const moments = fc.array(anyMoment, { minLength: 5, maxLength: 5 });

describe('a due date', () => {
	it.each(ZONES)('is the day in the time zone of the workflow, %s', async (zone) => {
		await fc.assert(
			fc.asyncProperty(moments, async (random) => {
				const all = [...random, ...criticalMoments(zone)];
				const expected = all.map((ms) => DateTime.fromMillis(ms, { zone }).toISODate());
				const items = all.map((ms) => ({ ms, text: new Date(ms).toISOString() }));
				// Midnight in UTC is how a day without a time is written.
				const isDay = (ms: number) => ms % DAY_MS === 0;
				const written = all.map((ms, n) =>
					isDay(ms) ? new Date(ms).toISOString().slice(0, 10) : expected[n],
				);
				const luxon = '={{ DateTime.fromMillis($json.ms) }}';
				expect(await daysSent(zone, luxon, items)).toEqual(expected);
				expect(await daysSent(zone, '={{ new Date($json.ms) }}', items)).toEqual(written);
				expect(await daysSent(zone, '={{ $json.text }}', items)).toEqual(written);
			}),
			{ numRuns: 1 },
		);
	});

	it.each(ZONES)('that is entered as a day stays that day in %s', async (zone) => {
		const texts = [
			...['2026-03-29', '2026-03-29T00:00:00', '2026-03-29T02:30:00', '2026-03-29T23:59:59.999'],
			...['2026-03-29T00:00:00Z', '2026-03-29T23:30:00-12:00', '2026-03-29T00:30+14:00'],
			...['2026-03-29 12:00', '20260329', '2026/03/29', '29.03.2026'],
			...['29.3.2026 23:30', '2026-03-29T00:00:00.000Z'],
		];
		const items = texts.map((text) => ({ text }));
		const days = texts.map(() => '2026-03-29');
		expect(await daysSent(zone, '={{ $json.text }}', items)).toEqual(days);
	});

	it('takes the forms of its hint in a fixed field', async () => {
		const today = DateTime.now().setZone('Asia/Tokyo');
		const days = { today: 0, tomorrow: 1, '+3 days': 3, 'in 2 weeks': 14 };
		for (const [dueDate, count] of Object.entries(days)) {
			const [day] = await daysSent('Asia/Tokyo', dueDate, [{}]);
			// The day can end between the two looks at the clock.
			const possible = [count, count + 1].map((more) => today.plus({ days: more }).toISODate());
			expect(possible).toContain(day);
		}
		expect(await daysSent('Asia/Tokyo', '31.12.2026', [{}])).toEqual(['2026-12-31']);
	});

	it('with its own time zone is the day in that zone', async () => {
		const dueDate = '={{ DateTime.fromISO($json.text, { setZone: true }) }}';
		const items = [{ text: '2026-03-29T23:30:00-11:00' }, { text: '2026-03-29T00:30:00+14:00' }];
		expect(await daysSent('UTC', dueDate, items)).toEqual(['2026-03-29', '2026-03-29']);
	});
});
