import { boardId, toIntegerId } from '../../../../nodes/WorkspaceTaskService/service/values/ids';

const LARGE = '12345678901234567890';
const UUID = '12345678-1a2b-4c3d-9e8f-0a1b2c3d4e5f';

describe('the ID of a board', () => {
	it.each([
		[42, 42],
		[' 42 ', 42],
		[0, 0],
		[LARGE, LARGE],
		[' b-a7 ', 'b-a7'],
		['brd_42', 'brd_42'],
		[UUID, UUID],
		['01HZX3V9K2M4N6P8Q0R2S4T6V8', '01HZX3V9K2M4N6P8Q0R2S4T6V8'],
	])('is in %j', (entered, id) => expect(boardId.parse(entered)).toBe(id));

	it.each([
		'42\u200b',
		'\u200b42',
		'\ufeff42',
		'4\u00ad2',
		'\u200e42\u200f',
		'42\ufe0f',
		'\u206042 ',
	])('is read without characters that nobody sees: %j', (entered) =>
		expect(boardId.parse(entered)).toBe(42),
	);

	it.each([
		...['2026-roadmap', '42-my-board', '7-2', '2026-12-31', '42-', 'roadmap', 'a', ''],
		...[1.5, '1.5', 2 ** 53, true, null, [7], '42 or 43', 'b 7', '\u200b'],
	])('is not in %j', (entered) => expect(boardId.safeParse(entered).success).toBe(false));

	it('of many digits is an integer, but a text that begins with them is not', () => {
		expect(JSON.stringify(toIntegerId(LARGE))).toBe(LARGE);
		expect(toIntegerId('1234567890123456a')).toBe('1234567890123456a');
	});
});
