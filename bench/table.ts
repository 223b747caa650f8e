/** A column of a table: its title, and what stands in it. Numbers stand to the right. */
export type Column<Row> = [title: string, cell: (row: Row) => string | number];

/** Columns as wide as their widest cell; all but the first are numbers, to the right. */
export function plainTable<Row>(columns: Array<Column<Row>>, rows: Row[]): string {
	const lines = cellsOf(columns, rows);
	const widths = widthsOf(lines);
	return lines
		.map((cells) => cells.map((text, at) => pad(text, widths[at], at > 0)).join('  '))
		.join('\n');
}

/** The same as Markdown, padded as prettier leaves it. */
export function markdownTable<Row>(columns: Array<Column<Row>>, rows: Row[]): string {
	const [head = [], ...body] = cellsOf(columns, rows);
	const widths = widthsOf([head, ...body]).map((width) => Math.max(width, 3));
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const padded = (cells: string[]) => line(cells.map((text, at) => pad(text, widths[at], at > 0)));
	const rule = widths.map((width, at) =>
		at > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
	);
	return [padded(head), line(rule), ...body.map(padded)].join('\n');
}

function cellsOf<Row>(columns: Array<Column<Row>>, rows: Row[]): string[][] {
	const body = rows.map((row) => columns.map(([, cell]) => String(cell(row))));
	return [columns.map(([title]) => title), ...body];
}

function widthsOf(lines: string[][]): number[] {
	const [head = []] = lines;
	return head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
}

function pad(text: string, width = 0, isRight = false): string {
	return isRight ? text.padStart(width) : text.padEnd(width);
}
