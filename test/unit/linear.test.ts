import { DateTime } from 'luxon';

import { convertToDayIfReadable } from '../../nodes/WorkspaceTaskService/service/values/days';
import { indexBoardsByName } from '../../nodes/WorkspaceTaskService/service/boards';
import { readBoardWrittenByModel } from '../../nodes/WorkspaceTaskService/fields/locators';
import { parseEnteredJsonExactly, parseJson } from '../../nodes/WorkspaceTaskService/reading/parse';
import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../nodes/WorkspaceTaskService/limits/limiter';
import { Patience } from '../../nodes/WorkspaceTaskService/limits/patience';
import { isReadInLinearTime } from '../support/growth';
import { DONE } from '../support/outcomes';
import { VirtualClock } from '../support/virtualClock';

const now = DateTime.fromISO('2026-12-31', { zone: 'utc' });
const locate = (value: string) => readBoardWrittenByModel({ mode: 'url', value });
const numbers = (size: number) => `[${'1,'.repeat(size / 2)}12345678901234567]`;

describe('large input is read in linear time:', () => {
	it.each<[string, (size: number) => string, (text: string) => unknown]>([
		[
			'spaces in the URL of a board',
			(size) => `${'/boards/1-'.repeat(size / 20)}${' '.repeat(size / 2)}\nx`,
			locate,
		],
		['queries in the URL of a board', (size) => '?#'.repeat(size / 2), locate],
		[
			'offsets after a time',
			(size) => `2026-12-31T10:00${' +00'.repeat(size / 4)}x`,
			(text) => convertToDayIfReadable(text, now),
		],
		['JSON with one large integer', numbers, parseJson],
		['JSON as entered by a user', numbers, parseEnteredJsonExactly],
	])('%s', (_, make, read) => expect(isReadInLinearTime(make, read)).toBe(true));

	it('boards with the same name', () => {
		const make = (size: number) =>
			Array.from({ length: size / 4 }, (_, id) => ({ id, name: 'Untitled' }));
		const read = (entries: ReturnType<typeof make>) =>
			indexBoardsByName({ entries, isPartial: false });
		expect(isReadInLinearTime(make, read)).toBe(true);
	});
});

describe('a limiter', () => {
	/** Each item of an execution is sent, waits again behind the others, and leaves, as after a refusal. */
	function sendItemsTwice(items: number): void {
		const clock = new VirtualClock();
		const line = new Limiter(clock).limitRun(50).getLine(CALLS.createTask);
		const { endpoint } = line;
		const enter = () => {
			const patience = new Patience(endpoint, clock);
			const { signal } = new AbortController();
			void line.enter({ patience, signal, waitMs: 0, isAfterFailure: false });
		};
		for (let item = 0; item < items; item++) enter();
		for (let item = 0; item < items; item++) {
			enter();
			// Without a wait, unlike after a refusal.
			void line.leave(DONE);
		}
		expect(endpoint.inFlight).toBeGreaterThan(0);
	}

	it('spends time on its items in proportion to their number', () => {
		expect(isReadInLinearTime((size) => size / 64, sendItemsTwice)).toBe(true);
	});
});
