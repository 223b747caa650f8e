import { actionProperties } from '../../../nodes/WorkspaceTaskService/actions/properties';
import { registry } from '../../../nodes/WorkspaceTaskService/actions/registry';

/** Internal names, which saved workflows contain, and display names. */
const CONTRACT = {
	'board.create': 'Create',
	'board.getAll': 'Get Many',
	'task.create': 'Create',
	'webhook.create': 'Register',
};

describe('the panel', () => {
	it('offers the operations of the contract', () => {
		const names = Object.entries(registry).flatMap(([resource, byName]) =>
			Object.entries(byName).map(([name, { option }]) => [`${resource}.${name}`, option.name]),
		);
		expect(Object.fromEntries(names)).toEqual(CONTRACT);
	});

	it('saves each operation under its registry key', () => {
		for (const byName of Object.values(registry)) {
			for (const [name, { option }] of Object.entries(byName)) expect(option.value).toBe(name);
		}
	});

	it('combines the conditions of a field with its operation', () => {
		const limit = actionProperties.find(({ name }) => name === 'limit');
		expect(limit?.displayOptions?.show).toEqual({
			resource: ['board'],
			operation: ['getAll'],
			returnAll: [false],
		});
	});

	it('validates every field that it shows', () => {
		for (const byName of Object.values(registry)) {
			for (const { properties, parameters } of Object.values(byName)) {
				const fields = properties.filter(({ type }) => type !== 'notice').map(({ name }) => name);
				const everyFieldWrong = Object.fromEntries(fields.map((name) => [name, () => 'no value']));
				const wrong = parameters.safeParse(everyFieldWrong).error?.issues ?? [];
				expect(new Set(wrong.map(({ path }) => path[0]))).toEqual(new Set(fields));
			}
		}
	});
});
