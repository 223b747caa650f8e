import { z } from 'zod/v4';
import { markdownTable, plainTable, type Column } from '../table';
import type { Chart } from './chart';

/** How much is measured: `quick` is for development, and its figures are never written. */
export interface Plan {
	quick: boolean;
}

/** What was aimed at, and what came of it. */
export interface Goal {
	goal: string;
	measured: string;
	met: boolean;
}

/** One kind of measurement. Rows are flat: text, numbers, booleans and null. */
interface Definition<Row extends object> {
	/** Its key in results.json. */
	name: string;
	/** What a row of results.json looks like. */
	row: z.ZodType<Row>;
	measure(plan: Plan): Promise<Row[]>;
	/** By the names of the blocks in docs/PERFORMANCE.md: usually one, of the section's own name. */
	tables: Record<string, Table<Row>>;
	charts?(rows: Row[]): Chart[];
	goals?(rows: Row[]): Goal[];
}

export interface Table<Row> {
	columns: Array<Column<Row>>;
	/** All of them by default. */
	rows?(rows: Row[]): Row[];
}

export interface Section {
	name: string;
	/** The names of the blocks that it fills. */
	blocks: string[];
	measure(plan: Plan): Promise<object[]>;
	/** What rows, measured now or read from results.json, look like. Pure. */
	figures(rows: unknown): Figures;
}

export interface Figures {
	/** For the terminal. */
	text: string;
	/** Markdown, by the names of the blocks. */
	blocks: Record<string, string>;
	charts: Chart[];
	goals: Goal[];
}

export function defineSection<Row extends object>(definition: Definition<Row>): Section {
	const { name, row, measure, tables, charts, goals } = definition;
	return {
		name,
		measure,
		blocks: Object.keys(tables),
		figures(answer) {
			const rows = z.array(row).parse(answer);
			const named = Object.entries(tables).map(([block, { columns, rows: of }]) => ({
				block,
				columns,
				chosen: of?.(rows) ?? rows,
			}));
			return {
				text: named.map(({ columns, chosen }) => plainTable(columns, chosen)).join('\n\n'),
				blocks: Object.fromEntries(
					named.map(({ block, columns, chosen }) => [block, markdownTable(columns, chosen)]),
				),
				charts: charts?.(rows) ?? [],
				goals: goals?.(rows) ?? [],
			};
		},
	};
}
