import { step } from '../../../host/progress.cjs';
import type { Column } from '../../table';
import { openHouse } from '../house';
import { defineSection, type Plan } from '../section';
import { listTimes } from './lists';
import { loadingTimes } from './loading';
import { starting, type Starting } from './row';
import { sizes } from './size';

const RUNS = 9;
const BOARDS = 5_000;

const COLUMNS: Array<Column<Starting>> = [
	['What', ({ what }) => what],
	['Runs', ({ runs }) => runs],
	['Median', ({ value, unit }) => `${value} ${unit}`],
];

/** What is paid before the first item: loading, space, and the lists of the panel. */
export const start = defineSection({
	name: 'start',
	row: starting,
	measure,
	tables: { start: { columns: COLUMNS } },
});

async function measure({ quick }: Plan): Promise<Starting[]> {
	const runs = quick ? 3 : RUNS;
	const house = await openHouse([0], BOARDS);
	try {
		return [
			...(await step('Loading', async () => await loadingTimes(house.stage, runs))),
			...(await sizes(house.stage)),
			...(await step('Listing boards', async () => await listTimes(house, BOARDS, runs))),
		];
	} finally {
		await house.close();
	}
}
