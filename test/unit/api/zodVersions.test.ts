import { version } from 'zod/package.json';

/** Any zod may be installed next to the package. These are installed under other names. */
const VERSIONS = ['zod', 'zod-3-22', 'zod-3-23', 'zod-4'];

type Requests = typeof import('../../../nodes/WorkspaceTaskService/api/requests');
type Values = typeof import('../../../nodes/WorkspaceTaskService/api/values');
type Responses = typeof import('../../../nodes/WorkspaceTaskService/api/responses');
type Shapes = typeof import('../../../nodes/WorkspaceTaskService/api/shapes');
type Registry = typeof import('../../../nodes/WorkspaceTaskService/actions/registry');
type Record = typeof import('../../../nodes/WorkspaceTaskService/trigger/registration/record');

interface Modules {
	requests: Requests;
	values: Values;
	responses: Responses;
	shapes: Shapes;
	registry: Registry['registry'];
	record: Record['subscriptionRecord'];
}

function loadBeside(zod: string): Modules {
	const folder = '../../../nodes/WorkspaceTaskService';
	let modules: Modules | undefined;
	jest.isolateModules(() => {
		jest.doMock('zod', () => jest.requireActual<object>(zod));
		modules = {
			requests: jest.requireActual<Requests>(`${folder}/api/requests`),
			values: jest.requireActual<Values>(`${folder}/api/values`),
			responses: jest.requireActual<Responses>(`${folder}/api/responses`),
			shapes: jest.requireActual<Shapes>(`${folder}/api/shapes`),
			registry: jest.requireActual<Registry>(`${folder}/actions/registry`).registry,
			record: jest.requireActual<Record>(`${folder}/trigger/registration/record`)
				.subscriptionRecord,
		};
	});
	if (modules === undefined) throw new Error(`${zod} was not loaded`);
	return modules;
}

/** Messages about invalid values: the defaults of zod differ between versions. */
function messagesIn({ requests, values: checks, registry }: Modules) {
	const wrong = () => 'no value';
	const values = [undefined, null, '', 'x', -1, 1.5, NaN, Infinity, true, [], {}, [7], wrong];
	const { wholeNumber, wholeNumberFrom, trueOrFalse, eventType, eventTypesText, calendarDay } =
		checks;
	const alone = [
		wholeNumber,
		wholeNumberFrom(1, 50),
		trueOrFalse,
		eventType,
		eventTypesText,
		calendarDay,
	];
	const bodySchemas = [
		requests.boardsQuery,
		requests.boardBody,
		requests.taskBody,
		requests.webhookBody,
	];
	const operations = Object.values(registry).flatMap((byName) => Object.values(byName));
	const fields = values.map((value) => ({
		...{ name: value, workspaceId: value, title: value, boardId: value, url: value, events: value },
		...{ returnAll: value, limit: value, filters: { workspaceId: value, includeArchived: value } },
		additionalFields: { color: value, description: value, dueDate: value, customEvents: value },
	}));
	const bodies = values.map((value) => ({
		...{ name: value, workspace_id: value, title: value, board_id: value, url: value },
		...{ events: value, description: value, color: value, due_date: value, archived: value },
	}));
	const issuesOf =
		(schema: { safeParse(value: unknown): { error?: { issues: Issue[] } } }) => (value: unknown) =>
			schema
				.safeParse(value)
				.error?.issues.filter(({ code }) => code !== 'unrecognized_keys')
				.map(({ path, message }) => `${path.join('.')} ${message}`);
	return [
		...alone.map((schema) => values.map(issuesOf(schema))),
		...bodySchemas.map((schema) => bodies.map(issuesOf(schema))),
		...operations.map(({ parameters }) => fields.map(issuesOf(parameters))),
	];
}
interface Issue {
	code: string;
	path: PropertyKey[];
	message: string;
}

const reference = loadBeside('zod');

describe.each(VERSIONS)('%s installed next to the package', (zod) => {
	const modules = loadBeside(zod);
	const { requests, values, responses, shapes, registry, record } = modules;

	it('is the zod that the schemas use', () => {
		expect('_zod' in values.wholeNumber).toBe(zod === 'zod-4');
	});

	it('parses valid values', () => {
		const { taskBody, boardBody, webhookBody, loginBody } = requests;
		const task = { title: ' a ', board_id: '7', due_date: '31.12.2026' };
		expect(taskBody.parse(task)).toEqual({ title: 'a', board_id: 7, due_date: '2026-12-31' });
		expect(boardBody.parse({ name: 'a', color: '#22ff55' })).toEqual({
			name: 'a',
			color: '#22ff55',
		});
		const hook = { url: 'https://example.com', events: ['task.created'] };
		expect(webhookBody.parse(hook)).toEqual(hook);
		expect(loginBody.parse({ email: ' a@b.c ', password: ' p ' })).toEqual({
			email: 'a@b.c',
			password: ' p ',
		});
		expect(responses.loginResponse.parse({ token: ' t ', user: {} })).toMatchObject({ token: 't' });
		expect(responses.boardList.parse({ data: [{ id: 1 }] })).toEqual([{ id: 1 }]);
		expect(shapes.listedBoard.parse({ id: null, name: 7, more: 1 })).toEqual({
			id: undefined,
			name: undefined,
			workspace_id: undefined,
			more: 1,
		});
		expect(responses.returnedObject.parse('ok')).toEqual([{ success: true, response: 'ok' }]);
		expect(record.parse('damaged')).toEqual({});
		const parameters = registry.webhook?.create?.parameters;
		expect(parameters?.parse({ url: hook.url, additionalFields: { customEvents: 'a.b' } })).toEqual(
			{ url: hook.url, events: ['a.b'] },
		);
	});

	it('rejects an undocumented field', () => {
		const { success } = requests.taskBody.safeParse({ title: 'a', board_id: 1, surprise: 1 });
		expect(success).toBe(false);
	});

	it('gives the same messages for invalid values', () => {
		expect(messagesIn(modules)).toEqual(messagesIn(reference));
	});
});

it('the package is developed with the zod version of n8n', () => expect(version).toBe('3.25.76'));
