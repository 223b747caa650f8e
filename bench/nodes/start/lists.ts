import { z } from 'zod/v4';
import { name as packageName } from '../../../package.json';
import type { House } from '../house';
import { median, rounded } from '../statistics';
import type { Starting } from './row';

const page = z.object({ results: z.array(z.unknown()) });
const options = z.array(z.unknown());

const LISTS = [
	{
		what: 'The first page of the list of boards in the panel',
		route: 'resource-locator-results',
		request: { methodName: 'searchBoards', path: 'parameters.boardId' },
		node: 'workspaceTaskService',
		count: (answer: unknown) => page.parse(answer).results.length,
	},
	{
		what: 'All boards in the multi-select of the trigger',
		route: 'options',
		request: { methodName: 'getBoards', path: 'parameters.options.boards' },
		node: 'workspaceTaskServiceTrigger',
		count: (answer: unknown) => options.parse(answer).length,
	},
];

/** What the editor waits for, the service's answers included. */
export async function listTimes(
	{ stage, services: [service] }: House,
	boards: number,
	runs: number,
): Promise<Starting[]> {
	const rows: Starting[] = [];
	for (const { what, route, request, node, count } of LISTS) {
		const body = {
			...request,
			nodeTypeAndVersion: { name: `${packageName}.${node}`, version: 1 },
			currentNodeParameters: { authentication: 'apiToken' },
			credentials: service && { [service.own.type]: service.own },
		};
		const times: number[] = [];
		for (let run = 0; run < runs; run++) {
			const start = performance.now();
			const answer = await stage.session.rest(
				'POST',
				`/rest/dynamic-node-parameters/${route}`,
				body,
			);
			times.push(performance.now() - start);
			if (count(answer) === 0) throw new Error(`${what}: n8n gave an empty list`);
		}
		const title = `${what}, ${boards.toLocaleString('en-US')} boards`;
		rows.push({ what: title, runs, value: rounded(median(times), 1), unit: 'ms', own: true });
	}
	return rows;
}
