import { DateTime } from 'luxon';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../support/engine/engine';

/** The widest offsets, and zones with clock changes, one of them of half an hour. */
const ZONES = [
	...['Etc/GMT+12', 'Etc/GMT-14', 'Europe/Berlin', 'America/St_Johns'],
	...['Australia/Lord_Howe', 'Asia/Beirut', 'Pacific/Auckland'],
];
const HOUR_MS = 60 * 60 * 1000;
/** Days on which a clock changes in one of the zones. */
const CHANGES = [
	...['2026-03-08', '2026-03-29', '2026-04-05'],
	...['2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01'],
];

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
	if (error !== undefined) throw new Error(error.message);
	return output.map(({ json }) => json.due_date);
}

/** Around midnight and the hours of a change. */
function criticalMoments(zone: string): number[] {
	const midnights = CHANGES.map((day) => DateTime.fromISO(day, { zone }).toMillis());
	return midnights.flatMap((ms) => [ms - 1, ms, ...[1, 2, 3].map((n) => ms + n * HOUR_MS)]);
}

describe('a due date', () => {
	it.each(ZONES)('is the day in the time zone of the workflow, %s', async (zone) => {
		const all = criticalMoments(zone);
		const expected = all.map((ms) => DateTime.fromMillis(ms, { zone }).toISODate());
		const items = all.map((ms) => ({ ms, text: new Date(ms).toISOString() }));
		// Midnight in UTC is how a day without a time is written.
		const written = items.map(({ text }, n) =>
			text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : expected[n],
		);
		const luxon = '={{ DateTime.fromMillis($json.ms) }}';
		expect(await daysSent(zone, luxon, items)).toEqual(expected);
		expect(await daysSent(zone, '={{ new Date($json.ms) }}', items)).toEqual(written);
		expect(await daysSent(zone, '={{ $json.text }}', items)).toEqual(written);
	});

	it.each(ZONES)('that is entered as a day stays that day in %s', async (zone) => {
		const texts = [
			...['2026-03-29', '2026-03-29T02:30:00', '2026-03-29T23:59:59.999', '2026-03-29T00:00:00Z'],
			...['2026-03-29T00:00:00.000+0000', '2026-03-29 00:00 UTC'],
		];
		const items = texts.map((text) => ({ text }));
		const days = texts.map(() => '2026-03-29');
		expect(await daysSent(zone, '={{ $json.text }}', items)).toEqual(days);
	});

	it('takes the forms of its hint in a fixed field', async () => {
		const today = DateTime.now().setZone('Asia/Tokyo');
		const days = { today: 0, tomorrow: 1, '+3 days': 3 };
		for (const [dueDate, count] of Object.entries(days)) {
			const [day] = await daysSent('Asia/Tokyo', dueDate, [{}]);
			// The day can end between the two looks at the clock.
			const possible = [count, count + 1].map((more) => today.plus({ days: more }).toISODate());
			expect(possible).toContain(day);
		}
	});

	it('with the offset of another time zone is taken if its day is the same', async () => {
		const items = [{ text: '2026-03-29T00:00:00.000-05:00' }];
		expect(await daysSent('Europe/Berlin', '={{ $json.text }}', items)).toEqual(['2026-03-29']);
		const reason = 'a time with an offset must be on the same day in the time zone of the workflow';
		for (const text of ['2026-03-29T23:30:00-11:00', '2026-03-29T00:30:00+14:00']) {
			const dueDate = '={{ DateTime.fromISO($json.text, { setZone: true }) }}';
			await expect(daysSent('UTC', dueDate, [{ text }])).rejects.toThrow(reason);
		}
	});

	it('says that a date is invalid, not that it is nothing', async () => {
		const dueDate = '={{ new Date("no date") }}';
		await expect(daysSent('UTC', dueDate, [{}])).rejects.toThrow(
			'"Due Date" must be a day from 1970 on, such as 2026-12-31, tomorrow or +3 days, not an invalid date',
		);
	});

	it('of now is today in the time zone of the workflow', async () => {
		for (const zone of ZONES) {
			const before = DateTime.now().setZone(zone).toISODate();
			const [day] = await daysSent(zone, '={{ $now }}', [{}]);
			const after = DateTime.now().setZone(zone).toISODate();
			expect([before, after]).toContain(day);
		}
	});
});
