import type { Service } from '../support/n8n/environment';
import { calls, runAgent } from './agentRun';
import { environment } from './environment';

/** What n8n's button writes into a field that the model is to fill: By ID, without a description. */
const filled = (label: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label}', \`\`, 'string') }}`;
const PARAMETERS = {
	boardId: { __rl: true, mode: 'id', value: filled('Board') },
	title: filled('Title'),
	additionalFields: { description: filled('Description'), dueDate: filled('Due_Date') },
};
const TASK = { Title: 'Call the supplier', Description: 'None', Due_Date: 'n/a' };

/** The text of a tool message: an item, or a list of them. */
function readIn(content: string): unknown {
	const parsed = JSON.parse(content) as unknown;
	const [item] = [parsed].flat();
	return Object(item).json ?? item;
}

describe.each([2.2, 3.1])('a model that an AI Agent of version %s asks', (version) => {
	let service: Service;
	beforeEach(async () => (service = await environment.openService()));

	it('finds the right board after a wrong name', async () => {
		const { results, requests } = await runAgent(service, { version, parameters: PARAMETERS }, [
			calls({ ...TASK, Board: 'Marketing' }),
			calls({ ...TASK, Board: 'roadmap' }),
			'Noted.',
		]);
		expect(results.slice(0, 1).map(readIn)).toEqual([
			{
				error: expect.stringMatching(
					/^There is no board "Marketing"\. Boards: 1 Roadmap, 2 \w+(, .*)?$/,
				),
				message: expect.any(String),
			},
		]);
		const [task, ...others] = await service.tasks();
		expect(others).toEqual([]);
		const empty = { description: null, due_date: null };
		expect(task).toMatchObject({ title: 'Call the supplier', board_id: 1, ...empty });
		const schema = requests[0]?.tools?.[0]?.function.parameters.properties;
		expect(schema).toEqual({
			Board: { type: 'string' },
			Title: { type: 'string' },
			Description: { type: 'string' },
			Due_Date: { type: 'string' },
		});
	});

	it('finds a day after a wrong one', async () => {
		const { results } = await runAgent(service, { version, parameters: PARAMETERS }, [
			calls({ ...TASK, Board: 'Roadmap', Due_Date: 'next Friday' }),
			calls({ ...TASK, Board: 'Roadmap', Due_Date: '2026-12-31' }),
			'Noted.',
		]);
		expect(results.slice(0, 1).map(readIn)).toEqual([
			{
				error:
					'"Due Date" must be a day such as 2026-12-31, tomorrow or +3 days, not "next Friday"',
				message: expect.stringMatching(/^Nothing was sent for this item\./),
			},
		]);
		expect(await service.tasks()).toMatchObject([{ due_date: '2026-12-31' }]);
	});
});

it('Create Once Per of a tool holds when the model repeats its call', async () => {
	const service = await environment.openService();
	const parameters = { ...PARAMETERS, options: { createOncePer: '={{ $execution.id }}' } };
	const call = calls({ ...TASK, Board: '1' });
	const { results } = await runAgent(service, { version: 3.1, parameters }, [call, call, 'Noted.']);
	expect(results.map(readIn)).toMatchObject([{ title: TASK.Title }, { skipped: true }]);
	expect(await service.tasks()).toHaveLength(1);
});
