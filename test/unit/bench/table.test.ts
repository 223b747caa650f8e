import { markdownTable, plainTable, type Column } from '../../../bench/table';

const COLUMNS: Array<Column<{ name: string; size: number }>> = [
	['Name', ({ name }) => name],
	['Size', ({ size }) => size],
];
const ROWS = [
	{ name: 'one', size: 1 },
	{ name: 'a long one', size: 12_345 },
];

describe('plainTable', () => {
	it('makes columns as wide as their widest cell, numbers to the right', () => {
		expect(plainTable(COLUMNS, ROWS)).toBe(
			['Name         Size', 'one             1', 'a long one  12345'].join('\n'),
		);
	});

	it('shows the titles of an empty table', () => {
		expect(plainTable(COLUMNS, [])).toBe('Name  Size');
	});
});

describe('markdownTable', () => {
	it('is padded as prettier leaves it', () => {
		expect(markdownTable(COLUMNS, ROWS)).toBe(
			[
				'| Name       |  Size |',
				'| ---------- | ----: |',
				'| one        |     1 |',
				'| a long one | 12345 |',
			].join('\n'),
		);
	});

	it('leaves room for the rule below a narrow column', () => {
		expect(markdownTable([['x', () => 1]], [{}])).toBe('| x   |\n| --- |\n| 1   |');
	});
});
