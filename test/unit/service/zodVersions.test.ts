import { version } from 'zod/package.json';

/** Any zod may be installed next to the package. These are installed under other names. */
const VERSIONS = ['zod', 'zod-3-22', 'zod-3-23', 'zod-4'];

type Calls = typeof import('../../../nodes/WorkspaceTaskService/service/calls');
type Responses = typeof import('../../../nodes/WorkspaceTaskService/service/responses');
type Options = typeof import('../../../nodes/WorkspaceTaskService/action/panel/options');
type Registry = typeof import('../../../nodes/WorkspaceTaskService/action/registry');
type Record = typeof import('../../../nodes/WorkspaceTaskService/trigger/registration/record');

function loadBeside(zod: string) {
	const folder = '../../../nodes/WorkspaceTaskService';
	jest.resetModules();
	jest.doMock('zod', () => jest.requireActual<object>(zod));
	return {
		...jest.requireActual<Calls>(`${folder}/service/calls`),
		...jest.requireActual<Responses>(`${folder}/service/responses`),
		...jest.requireActual<Options>(`${folder}/action/panel/options`),
		...jest.requireActual<Registry>(`${folder}/action/registry`),
		...jest.requireActual<Record>(`${folder}/trigger/registration/record`),
	};
}

/** Messages about invalid values: the defaults of zod differ between versions. */
function messagesIn({ registry, runOptionRules, webhookBody }: ReturnType<typeof loadBeside>) {
	const wrong = () => 'no value';
	const values = [
		...[undefined, null, '', ' ', '[object Object]', 'x', -1, 1.5, NaN, Infinity, true],
		...[[], {}, [7], wrong],
	];
	const entered = values.map((value) => ({
		...{ name: value, workspaceId: value, title: value, boardId: value, url: value, events: value },
		...{ returnAll: value, limit: value, filters: { workspaceId: value, includeArchived: value } },
		...{ message: value, approvalOptions: { values: { approveLabel: value, askForName: value } } },
		options: { concurrency: value, maxRetries: value, timeout: value },
		additionalFields: {
			...{ color: value, description: value, dueDate: value, priority: value },
			...{ customEvents: value, customFields: value },
		},
	}));
	const operations = Object.values(registry).flatMap((byName) => Object.values(byName));
	const schemas = [...operations, runOptionRules].map(({ parameters }) => parameters);
	return [...schemas, webhookBody].map((schema) =>
		entered.map((fields) =>
			schema
				.safeParse(fields)
				.error?.issues.map((issue) => [
					issue.path,
					issue.message,
					'params' in issue && issue.params,
				]),
		),
	);
}

const reference = messagesIn(loadBeside('zod'));

describe.each(VERSIONS)('%s installed next to the package', (zod) => {
	const modules = loadBeside(zod);

	it('is the zod that the schemas use', () => {
		expect('_zod' in modules.taskBody).toBe(zod === 'zod-4');
	});

	it('parses valid values', () => {
		const { registry, loginBody, boardList, registrationSchema } = modules;
		const task = { title: ' a ', boardId: '7', additionalFields: { dueDate: '2026-12-31' } };
		expect(registry.task?.create?.parameters.parse(task)).toEqual({
			title: 'a',
			boardId: 7,
			additionalFields: { dueDate: '2026-12-31' },
		});
		const hook = { url: 'https://example.com', additionalFields: { customEvents: 'a.b' } };
		const { url } = hook;
		expect(registry.webhook?.create?.parameters.parse(hook)).toEqual({ url, events: ['a.b'] });
		const login = { email: ' a@b.c ', password: ' p ' };
		expect(loginBody.parse(login)).toEqual({ email: 'a@b.c', password: ' p ' });
		expect(modules.loginResponse.parse({ token: ' t ', user: {} })).toMatchObject({ token: 't' });
		expect(boardList.parse({ data: [{ id: 1 }] })).toEqual([{ id: 1 }]);
		expect(modules.readCreated('task').parse('ok')).toEqual([{ success: true, response: 'ok' }]);
		expect(registrationSchema.safeParse('damaged').success).toBe(false);
	});

	it('gives the same messages for invalid values', () => {
		expect(messagesIn(modules)).toEqual(reference);
	});
});

it('the package is developed with the zod version of n8n', () => expect(version).toBe('3.25.76'));
