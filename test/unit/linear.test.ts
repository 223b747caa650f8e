/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { namesIn } from '../../nodes/WorkspaceTaskService/actions/board/lists';
import { locatedId } from '../../nodes/WorkspaceTaskService/actions/fields';
import { parseEntered, parseJson } from '../../nodes/WorkspaceTaskService/api/json';

const MB = 1024 * 1024;
const boards = Array.from({ length: 50_000 }, (_, id) => ({ id, name: 'Untitled' }));
const page = (spaces: number) => `${'/boards/1-'.repeat(3_500)}${' '.repeat(spaces)}\nx`;
const numbers = `[${'1,'.repeat(8 * MB)}12345678901234567]`;

/* Each of these once took seconds. Linear code takes a fraction of its bound. */
describe('large input:', () => {
	it.each<[string, () => unknown, number]>([
		[
			'35 KB of spaces in the URL of a board',
			() => locatedId({ mode: 'url', value: page(35_000) }),
			100,
		],
		[
			'the last 2,000 characters of such a URL',
			() => locatedId({ mode: 'url', value: page(1_000).slice(-2_000) }),
			100,
		],
		['50,000 boards with the same name', () => namesIn({ entries: boards, hasMore: false }), 5_000],
		['16 MB of JSON with one large integer', () => parseJson(numbers), 1_000],
		['the same JSON as entered by a user', () => parseEntered(numbers), 1_000],
	])('%s is read in linear time', (_, read, maxMs) => {
		const before = process.cpuUsage();
		read();
		expect(process.cpuUsage(before).user / 1_000).toBeLessThan(maxMs);
	});
});
