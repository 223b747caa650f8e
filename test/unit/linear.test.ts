import { DateTime } from 'luxon';

import { dayInZone } from '../../nodes/WorkspaceTaskService/api/values/days';
import { indexBoards } from '../../nodes/WorkspaceTaskService/api/boards';
import { boardNamedByModel } from '../../nodes/WorkspaceTaskService/actions/fields/locators';
import { parseEntered, parseJson } from '../../nodes/WorkspaceTaskService/api/parse';
import { isReadInLinearTime } from '../support/growth';

const page = (size: number) => `${'/boards/1-'.repeat(size / 20)}${' '.repeat(size / 2)}\nx`;
const numbers = (size: number) => `[${'1,'.repeat(size / 2)}12345678901234567]`;
const locate = (value: string) => boardNamedByModel({ mode: 'url', value });
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
		expect(isReadInLinearTime(offsets, (text) => dayInZone(text, now))).toBe(true);
	});

	it('boards with the same name', () => {
		expect(isReadInLinearTime(boards, (entries) => indexBoards({ entries, hasMore: false }))).toBe(
			true,
		);
	});

	it.each([
		['JSON', parseJson],
		['JSON as entered by a user', parseEntered],
	])('%s with one large integer', (_, parse) => {
		expect(isReadInLinearTime(numbers, parse)).toBe(true);
	});
});
