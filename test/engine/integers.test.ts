import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { startServer, type ScriptedServer } from '../../tools/http/server';

const LARGE = '9007199254740993';
const CREATED = { status: 201, body: `{"id":${LARGE},"title":"a"}` };
const TASK = { resource: 'task', operation: 'create', title: 'a' };
const byId = (value: unknown) => ({
	boardId: { __rl: true, mode: 'id', value } as INodeParameters,
});

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(CREATED);
	engine = await Engine.load({ baseUrl: service.url, apiToken: 'token' });
});
afterEach(async () => await service.close());

const run = async (parameters: INodeParameters) => Engine.outcome(await engine.run({ parameters }));
const bodies = () => service.requests.map(({ body }) => body);
const list = (more = '') => ({ status: 200, body: `[{"id":${LARGE},"name":"Large"}${more}]` });
/** Longer than what is read exactly. */
const LONG_LIST = list(`,{"id":1,"name":"${'x'.repeat(2_000_000)}"}`);

describe('an integer beyond 2^53', () => {
	it('that selects a board is sent as an integer, and in a response is text', async () => {
		const { items } = await run({ ...TASK, ...byId(LARGE) });
		expect(bodies()).toEqual([`{"title":"a","board_id":${LARGE}}`]);
		expect(items[0]?.json).toEqual({ id: LARGE, title: 'a' });
	});

	it('of a board in a list is sent as an integer', async () => {
		service.reply(list(), CREATED);
		await run({ ...TASK, boardId: { __rl: true, mode: 'name', value: 'large' } });
		expect(bodies()).toEqual(['', `{"title":"a","board_id":${LARGE}}`]);
	});

	it('in Custom Fields is sent as entered', async () => {
		const customFields = `{"a": -12345678901234567890, "b": ["${LARGE}", 1.5, ${LARGE}]}`;
		await run({ ...TASK, ...byId('1'), additionalFields: { customFields } });
		const sent = customFields.replaceAll(' ', '').slice(1, -1);
		expect(bodies()).toEqual([`{${sent},"title":"a","board_id":1}`]);
	});

	it('that leads with a zero stays text', async () => {
		await run({ ...TASK, ...byId(`0${LARGE}`) });
		expect(bodies()).toEqual([`{"title":"a","board_id":"0${LARGE}"}`]);
	});
});

describe('an integer that may have been rounded', () => {
	it('is refused as the ID of a board', async () => {
		const { error } = await run({ ...TASK, ...byId(`={{ ${LARGE} }}`) });
		expect(error?.message).toBe(
			'"Board" must not be made of numbers beyond 9007199254740991, which n8n rounds (use text): 9007199254740992',
		);
		expect(service.requests).toEqual([]);
	});

	it('is offered in no list of boards', async () => {
		service.reply(LONG_LIST);
		const { results } = await engine.list('searchBoards');
		expect(results.map(({ value }) => value)).toEqual([1]);
	});

	it('is no ID of a board that is selected by name', async () => {
		service.reply(LONG_LIST);
		const { error } = await run({ ...TASK, boardId: { __rl: true, mode: 'name', value: 'Large' } });
		expect(error?.message).toBe('The service returned the board “Large” without an ID');
		expect(bodies()).toEqual(['']);
	});
});

describe('where Node.js cannot send large integers', () => {
	const rawJson = Object.getOwnPropertyDescriptor(JSON, 'rawJSON') ?? {};
	beforeEach(() => Reflect.deleteProperty(JSON, 'rawJSON'));
	afterEach(() => Object.defineProperty(JSON, 'rawJSON', rawJson));

	it('they are refused as the ID of a board', async () => {
		const { error } = await run({ ...TASK, ...byId(LARGE) });
		expect(error?.message).toBe('The Node.js of this n8n rounds integers beyond 9007199254740991');
		expect(service.requests).toEqual([]);
	});

	it('they are refused in Custom Fields', async () => {
		const additionalFields = { customFields: `{"a": ${LARGE}}` };
		const { error } = await run({ ...TASK, ...byId('1'), additionalFields });
		expect(error?.message).toMatch(
			/^"Custom Fields \(JSON\)" must be a JSON object, .* \(The Node.js of this n8n rounds integers beyond 9007199254740991\), not/,
		);
		expect(service.requests).toEqual([]);
	});
});
