import {
	CREATE_TASK,
	engine,
	LIST_BOARDS,
	locate,
	POST_TASK,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';

const LARGE = '9007199254740993';
const list = (more = '') => ({ status: 200, body: `[{"id":${LARGE},"name":"Large"}${more}]` });
/** Longer than what is read exactly. */
const LONG_LIST = list(`,{"id":1,"name":"${'x'.repeat(2_000_000)}"}`);

setUpService({ status: 201, body: `{"id":${LARGE},"title":"a"}` });

const createOn = async (mode: string, value: unknown, additionalFields = {}) =>
	await run({ ...CREATE_TASK, boardId: locate(mode, value), additionalFields });
const sentBodies = () => service.requestsTo(POST_TASK).map(({ body }) => body);

describe('an integer beyond 2^53', () => {
	it('that selects a board is sent as an integer, and in a response is text', async () => {
		const { json: output } = await createOn('id', LARGE);
		expect(sentBodies()).toEqual([`{"title":"a","board_id":${LARGE}}`]);
		expect(output).toEqual([{ id: LARGE, title: 'a' }]);
	});

	it('of a board in a list is sent as an integer', async () => {
		service.when(LIST_BOARDS, list());
		await createOn('name', 'large');
		expect(sentBodies()).toEqual([`{"title":"a","board_id":${LARGE}}`]);
	});

	it('in Custom Fields is sent as entered', async () => {
		const customFields = `{"a":-12345678901234567890,"b":["${LARGE}",1.5,${LARGE}]}`;
		await createOn('id', '1', { customFields });
		expect(sentBodies()).toEqual([`${customFields.slice(0, -1)},"title":"a","board_id":1}`]);
	});

	it('that leads with a zero stays text', async () => {
		await createOn('id', `0${LARGE}`);
		expect(sentBodies()).toEqual([`{"title":"a","board_id":"0${LARGE}"}`]);
	});
});

describe('an integer that may have been rounded', () => {
	it('is refused as the ID of a board', async () => {
		const { error } = await createOn('id', `={{ ${LARGE} }}`);
		expect(error?.message).toBe(
			'"Board" must not be made of numbers beyond 9007199254740991, which n8n rounds (use text): 9007199254740992',
		);
		expect(service.requests).toEqual([]);
	});

	it('is offered in no list of boards, and is no ID of a board that is selected by name', async () => {
		service.when(LIST_BOARDS, LONG_LIST);
		const { results } = await engine.list('searchBoards');
		expect(results.map(({ value }) => value)).toEqual([1]);
		const { error } = await createOn('name', 'Large');
		expect(error?.message).toBe('The service returned the board “Large” without an ID');
		expect(sentBodies()).toEqual([]);
	});
});

describe('where Node.js cannot send large integers', () => {
	const rawJson = Object.getOwnPropertyDescriptor(JSON, 'rawJSON') ?? {};
	beforeEach(() => Reflect.deleteProperty(JSON, 'rawJSON'));
	afterEach(() => Object.defineProperty(JSON, 'rawJSON', rawJson));

	it('they are refused', async () => {
		const reason = 'The Node.js of this n8n rounds integers beyond 9007199254740991';
		expect((await createOn('id', LARGE)).error?.message).toBe(reason);
		const { error } = await createOn('id', '1', { customFields: `{"a": ${LARGE}}` });
		expect(error?.message).toMatch(/^"Custom Fields \(JSON\)" must be a JSON object, such as/);
		expect(error?.message).toContain(`(${reason}), not`);
		expect(service.requests).toEqual([]);
	});
});
