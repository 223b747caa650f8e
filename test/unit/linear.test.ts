import { DateTime } from 'luxon';

import { convertToDay } from '../../nodes/WorkspaceTaskService/service/values/days';
import { indexBoards } from '../../nodes/WorkspaceTaskService/service/boards';
import { readBoardNamedByModel } from '../../nodes/WorkspaceTaskService/fields/locators';
import { parseEnteredJson, parseJson } from '../../nodes/WorkspaceTaskService/reading/parse';
import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { Limiter } from '../../nodes/WorkspaceTaskService/limits/limiter';
import { Patience } from '../../nodes/WorkspaceTaskService/limits/patience';
import type { Outcome } from '../../nodes/WorkspaceTaskService/outcome';
import { isReadInLinearTime } from '../support/growth';
import { VirtualClock } from '../support/virtualClock';

const page = (size: number) => `${'/boards/1-'.repeat(size / 20)}${' '.repeat(size / 2)}\nx`;
const numbers = (size: number) => `[${'1,'.repeat(size / 2)}12345678901234567]`;
const locate = (value: string) => readBoardNamedByModel({ mode: 'url', value });
const queries = (size: number) => '?#'.repeat(size / 2);
const boards = (size: number) =>
	Array.from({ length: size / 4 }, (_, id) => ({ id, name: 'Untitled' }));

describe('large input is read in linear time:', () => {
	it('spaces in the URL of a board', () => {
		expect(isReadInLinearTime(page, locate)).toBe(true);
	});

	it('queries in the URL of a board', () => {
		expect(isReadInLinearTime(queries, locate)).toBe(true);
	});

	it('offsets after a time', () => {
		const now = DateTime.fromISO('2026-12-31', { zone: 'utc' });
		const offsets = (size: number) => `2026-12-31T10:00${' +00'.repeat(size / 4)}x`;
		expect(isReadInLinearTime(offsets, (text) => convertToDay(text, now))).toBe(true);
	});

	it('boards with the same name', () => {
		expect(isReadInLinearTime(boards, (entries) => indexBoards({ entries, hasMore: false }))).toBe(
			true,
		);
	});

	it.each([
		['JSON', parseJson],
		['JSON as entered by a user', parseEnteredJson],
	])('%s with one large integer', (_, parse) => {
		expect(isReadInLinearTime(numbers, parse)).toBe(true);
	});
});

describe('a limiter', () => {
	const response = { status: 201, headers: {}, text: '', receivedDate: new Date(0) };
	const done: Outcome = { kind: 'done', response, body: {} };

	/** Each item of an execution is sent, waits again behind the others, and leaves, as after a refusal. */
	function sendItemsTwice(items: number): void {
		const clock = new VirtualClock();
		const line = new Limiter(clock).openQueue(50).openLine(CALLS.createTask);
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
			void line.leave(done);
		}
		expect(endpoint.inFlight).toBeGreaterThan(0);
	}

	it('spends time on its items in proportion to their number', () => {
		expect(isReadInLinearTime((size) => size / 64, sendItemsTwice)).toBe(true);
	});
});
