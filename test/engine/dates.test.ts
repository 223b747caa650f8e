import { DateTime } from 'luxon';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { CREATE_TASK, engine, run, useCredential } from '../support/engine/actionSuite';

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
beforeAll(async () => {
	sandbox = await startSandbox();
	await useCredential({ baseUrl: sandbox.url, apiToken: sandbox.token });
});
afterAll(async () => await sandbox.close());

const create = async (dueDate: string, items: object[]) =>
	await run({ ...CREATE_TASK, title: 'Call', additionalFields: { dueDate } }, items);

/** The days that are sent to the service for these items, in order. */
async function sendDays(zone: string, dueDate: string, items: object[] = [{}]): Promise<unknown[]> {
	engine.timezone = zone;
	const { json, error } = await create(dueDate, items);
	if (error !== undefined) throw new Error(error.message);
	return json.map(({ due_date }) => due_date);
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
		expect(await sendDays(zone, luxon, items)).toEqual(expected);
		expect(await sendDays(zone, '={{ new Date($json.ms) }}', items)).toEqual(written);
		expect(await sendDays(zone, '={{ $json.text }}', items)).toEqual(written);
	});

	it.each(ZONES)('that is entered as a day stays that day, or none, in %s', async (zone) => {
		const days = [
			'2026-03-29',
			'2026-03-29T02:30:00',
			'2026-03-29T23:59:59',
			'2026-03-29 00:00 UTC',
		];
		const items = [...days, '0001-01-01T00:00:00Z'].map((text) => ({ text }));
		const sent = [...days.map(() => '2026-03-29'), null];
		expect(await sendDays(zone, '={{ $json.text }}', items)).toEqual(sent);
		const time = '={{ DateTime.fromISO("0001-01-01T00:00:00Z") }}';
		expect(await sendDays(zone, time)).toEqual([null]);
	});

	it.each(['={{ new Date(0) }}', '={{ "1970-01-01T00:00:00Z" }}', '={{ new Date(null) }}'])(
		'that an empty value became is sent with a warning: %s',
		async (dueDate) => {
			engine.timezone = 'UTC';
			const { json } = await create(dueDate, [{}]);
			const warning =
				'The due date is 1970-01-01: an expression that returned 0 or an empty date becomes this day.';
			expect(json).toMatchObject([{ due_date: '1970-01-01', warning }]);
		},
	);

	it.each<[string, number]>([
		['today', 0],
		['+3 days', 3],
		['={{ $now }}', 0],
	])('%s is counted from the day in the time zone of the workflow', async (dueDate, days) => {
		const zone = 'Asia/Tokyo';
		const today = DateTime.now().setZone(zone);
		// The day can end between the two looks at the clock.
		const possible = [days, days + 1].map((count) => today.plus({ days: count }).toISODate());
		expect(possible).toContain((await sendDays(zone, dueDate))[0]);
	});

	it.each([
		[
			'={{ DateTime.fromISO("2026-03-29T23:30:00-11:00", { setZone: true }) }}',
			'a time with an offset must be on the same day in the time zone of the workflow',
		],
		[
			'={{ new Date("no date") }}',
			'"Due Date" must be a day from 1970 on, such as 2026-12-31, tomorrow or +3 days, not an invalid date',
		],
	])('is refused with the reason: %s', async (dueDate, reason) => {
		await expect(sendDays('UTC', dueDate)).rejects.toThrow(reason);
	});
});
