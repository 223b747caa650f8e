import type { Service } from '../support/n8n/environment';
import { calls, runAgent as runAgentWith, type Turn } from './agentRun';
import { environment } from './environment';

/** The oldest agent that works with current models, and the one that the editor adds. */
describe.each([
	['2.2', 2.2],
	['3.1', 3.1],
])('an AI Agent, version %s', (_, version) => {
	let service: Service;
	beforeEach(async () => (service = await environment.openService()));

	const board = "={{ $fromAI('board', 'ID of the board', 'number') }}";
	const parameters = { boardId: { __rl: true, mode: 'id', value: board } };
	const runAgent = async (...script: Turn[]) =>
		await runAgentWith(service, { version, parameters }, script);

	it('creates a task and receives the result', async () => {
		const { requests, output, results } = await runAgent(
			calls({ board: 2, title: 'From the agent' }),
			'Noted.',
		);
		expect(output).toBe('Noted.');
		expect(await service.tasks()).toMatchObject([{ board_id: 2, title: 'From the agent' }]);
		expect(results).toEqual([expect.stringContaining('"title":"From the agent"')]);
		const properties = { board: { type: 'number' }, title: { type: 'string' } };
		expect(requests[0]?.tools).toMatchObject([
			{ function: { description: expect.stringMatching(/task/i), parameters: { properties } } },
		]);
	});

	it('creates one task per call, in parallel or in sequence', async () => {
		const { results } = await runAgent(
			calls({ board: 1, title: 'First' }, { board: 2, title: 'Second' }),
			calls({ board: 1, title: 'Third' }),
			'Noted.',
		);
		const titles = (await service.tasks()).map(({ title }) => title);
		expect(titles.sort()).toEqual(['First', 'Second', 'Third']);
		expect(results).toHaveLength(3);
	});

	it('is informed that a task may exist, and Retry On Fail creates no second one', async () => {
		service.sandbox.addFault({ kind: 'reset', when: 'after', times: 1 });
		const { results } = await runAgent(calls({ board: 1, title: 'Perhaps' }), 'Noted.');
		expect(results).toEqual([expect.stringMatching(/may have been/)]);
		expect(await service.tasks()).toMatchObject([{ title: 'Perhaps' }]);
	});
});
