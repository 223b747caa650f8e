import { z } from 'zod/v4';
import { panelList, type PanelList } from '../../../host/panelLists';
import type { House } from '../house';
import { median, rounded } from '../statistics';
import type { Starting } from './row';

const page = z.object({ results: z.array(z.unknown()) });
const options = z.array(z.unknown());

const PARAMETERS = { authentication: 'apiToken' };

interface List {
	what: string;
	list: PanelList;
	count(answer: unknown): number;
}

const LISTS: List[] = [
	{
		what: 'The first page of the list of boards in the panel',
		list: 'boards',
		count: (answer) => page.parse(answer).results.length,
	},
	{
		what: 'All boards in the multi-select of the trigger',
		list: 'boards of the trigger',
		count: (answer) => options.parse(answer).length,
	},
];

/** What the editor waits for, the service's answers included. */
export async function listTimes(
	{ stage, services: [service] }: House,
	boards: number,
	runs: number,
): Promise<Starting[]> {
	const rows: Starting[] = [];
	if (service === undefined) throw new Error('There is no service with boards');
	for (const { what, list, count } of LISTS) {
		const times: number[] = [];
		for (let run = 0; run < runs; run++) {
			const start = performance.now();
			const answer = await panelList(stage.session, list, service.own, PARAMETERS);
			times.push(performance.now() - start);
			if (count(answer) === 0) throw new Error(`${what}: n8n gave an empty list`);
		}
		const title = `${what}, ${boards.toLocaleString('en-US')} boards`;
		rows.push({ what: title, runs, value: rounded(median(times), 1), unit: 'ms', own: true });
	}
	return rows;
}
