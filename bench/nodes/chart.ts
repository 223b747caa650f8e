/** A chart as a value; `svg.ts` draws it. */
export type Chart = BarChart | LineChart;

interface Titled {
	/** Becomes docs/images/performance-<name>.svg. */
	name: string;
	title: string;
	/** What the values are, such as `ms per item`. */
	unit: string;
}

export interface BarChart extends Titled {
	kind: 'bars';
	bars: Bar[];
}

export interface Bar {
	label: string;
	value: number;
	/** Whether it is this package's. */
	own: boolean;
}

export interface LineChart extends Titled {
	kind: 'lines';
	/** Ticks of the horizontal axis, at equal distances. */
	ticks: string[];
	lines: Line[];
}

/** A value for each tick. */
export interface Line {
	label: string;
	values: number[];
	own: boolean;
}
