import {
	boardId,
	toRawNumberIfLarge,
} from '../../../../nodes/WorkspaceTaskService/service/values/ids';

const LARGE = '12345678901234567890';
const UUID = '12345678-1a2b-4c3d-9e8f-0a1b2c3d4e5f';

describe('the ID of a board', () => {
	it.each([
		[42, 42],
		[' 42\u200b', 42],
		[0, 0],
		[LARGE, LARGE],
		[' b-a7 ', 'b-a7'],
		['brd_42', 'brd_42'],
		[UUID, UUID],
		['01HZX3V9K2M4N6P8Q0R2S4T6V8', '01HZX3V9K2M4N6P8Q0R2S4T6V8'],
	])('is in %j', (entered, id) => expect(boardId.parse(entered)).toBe(id));

	it.each([
		...['2026-roadmap', '42-', 'roadmap', ''],
		...[1.5, '1.5', 2 ** 53, null, [7], '42 or 43'],
	])('is not in %j', (entered) => expect(boardId.safeParse(entered).success).toBe(false));

	it('of many digits is an integer, but a text that begins with them is not', () => {
		expect(JSON.stringify(toRawNumberIfLarge(LARGE))).toBe(LARGE);
		expect(toRawNumberIfLarge('1234567890123456a')).toBe('1234567890123456a');
	});
});
