import { namesIn } from '../../nodes/WorkspaceTaskService/api/boards';
import { locatedId } from '../../nodes/WorkspaceTaskService/actions/fields/locatedId';
import { boardLocator } from '../../nodes/WorkspaceTaskService/actions/fields/locators';
import { parseEntered, parseJson } from '../../nodes/WorkspaceTaskService/api/parse';
import { isReadInLinearTime } from '../support/growth';

const page = (size: number) => `${'/boards/1-'.repeat(size / 20)}${' '.repeat(size / 2)}\nx`;
const numbers = (size: number) => `[${'1,'.repeat(size / 2)}12345678901234567]`;
const locate = (value: string) => locatedId({ mode: 'url', value }, boardLocator);
const boards = (size: number) =>
	Array.from({ length: size / 4 }, (_, id) => ({ id, name: 'Untitled' }));

describe('large input is read in linear time:', () => {
	it('spaces in the URL of a board', () => {
		expect(isReadInLinearTime(page, locate)).toBe(true);
	});

	it('the last 2,000 characters of such a URL', () => {
		const end = (size: number) => page(2 * size).slice(-size);
		expect(isReadInLinearTime(end, locate)).toBe(true);
	});

	it('boards with the same name', () => {
		expect(isReadInLinearTime(boards, (entries) => namesIn({ entries, hasMore: false }))).toBe(
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
