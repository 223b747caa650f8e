import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(json({ id: 1 }));
	engine = await Engine.load({ baseUrl: `${service.url}/base`, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

async function run(parameters: INodeParameters) {
	return Engine.outcome(await engine.run({ parameters }));
}

describe('custom fields', () => {
	const board = { resource: 'board', operation: 'create', name: 'New' };
	const task = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'id', value: '1' },
		title: 'a',
	};

	it.each([
		['of a board, as text', board, '{"icon": "star", "note": null}', { icon: 'star', note: null }],
		[
			'of a task, by an expression',
			task,
			'={{ { estimate: 3, note: "" } }}',
			{ estimate: 3, note: '' },
		],
	])('%s are sent unchanged', async (_, parameters, customFields, sent) => {
		const { error } = await run({ ...parameters, additionalFields: { customFields } });
		expect(error).toBeUndefined();
		expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject(sent);
	});

	it.each([
		[
			board,
			'{"icon": 1, "workspace_id": 2}',
			/^"Custom Fields \(JSON\)" must not contain "workspace_id", which has its own field "Workspace": "{"icon"/,
		],
		[task, '{"due_date": "2026-12-31"}', /contain "due_date", which has its own field "Due Date"/],
		[task, '{"dueDate": "2026-12-31"}', /contain "dueDate", which has its own field "Due Date"/],
		[task, '{"due date": null}', /contain "due date", which has its own field "Due Date"/],
		[task, '={{ { Title: "Other" } }}', /contain "Title", which has its own field "Title"/],
		[task, '{"DESCRIPTION": ""}', /contain "DESCRIPTION", which has its own field "Description"/],
		[task, '{"boardId": 2}', /contain "boardId", which has its own field "Board"/],
		[task, '{"Board-ID": 2, "Priority": 1}', /"Board"[^.]*\. .*its own field "Priority"/],
		[board, '{"Colour": 1, "COLOR": 1}', /contain "COLOR", which has its own field "Color"/],
		[task, '{"note": "[object Object]"}', /must not contain \[object Object\] \(to show an object/],
		[task, '={{ { a: [{ b: "for " + { c: 1 } }] } }}', /must not contain \[object Object\]/],
		[
			task,
			'[1]',
			/^"Custom Fields \(JSON\)" must be a JSON object, such as {"estimate": 3}, not "\[1]"$/,
		],
	])('of %j set to %s are rejected', async (parameters, customFields, message) => {
		const { error } = await run({ ...parameters, additionalFields: { customFields } });
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	const withRows = (...rows: INodeParameters[]) => ({ customFieldRows: { rows } });
	const row = (type: string, value: unknown, name = 'estimate') =>
		({ name, type, value }) as INodeParameters;

	it.each([
		['text', 'string', ' 3 ', ' 3 '],
		['a number as text', 'string', '={{ 3 }}', '3'],
		['a number', 'number', ' 3.5 ', 3.5],
		['a number that an expression returns', 'number', '={{ 1 + 2 }}', 3],
		['true or false', 'boolean', 'False', false],
		['true or false that an expression returns', 'boolean', '={{ 1 === 1 }}', true],
		['a list', 'array', '["a", 1]', ['a', 1]],
		['a list that an expression returns', 'array', '={{ ["a"] }}', ['a']],
		['an object', 'json', '{"a": [1]}', { a: [1] }],
		['an object that an expression returns', 'json', '={{ { a: 1 } }}', { a: 1 }],
		['null', 'json', 'null', null],
	])('as a row with %s are sent with their type', async (_, type, value, sent) => {
		for (const operation of [board, task]) {
			const additionalFields = withRows(row(type, value));
			const { error } = await run({ ...operation, additionalFields });
			expect(error).toBeUndefined();
			const { body = '' } = service.requests.at(-1) ?? {};
			expect(JSON.parse(body)).toHaveProperty('estimate', sent);
		}
	});

	it('as rows keep all digits of a number', async () => {
		await run({ ...task, additionalFields: withRows(row('number', '12345678901234567890')) });
		expect(service.requests[0]?.body).toContain('"estimate":12345678901234567890');
	});

	it('as rows are sent beside those of the JSON, and instead of those with the same name', async () => {
		const customFields = '{"estimate": 1, "sprint": "S1"}';
		const additionalFields = { customFields, ...withRows(row('number', '3')) };
		await run({ ...task, additionalFields });
		const sent = JSON.parse(service.requests[0]?.body ?? '') as object;
		expect(sent).toEqual({ title: 'a', board_id: 1, estimate: 3, sprint: 'S1' });
	});

	it('as rows without a value are not sent', async () => {
		const additionalFields = withRows(
			row('number', ''),
			row('string', '={{ $json.none }}', 'note'),
		);
		const { error } = await run({ ...task, additionalFields });
		expect(error).toBeUndefined();
		expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ title: 'a', board_id: 1 });
	});

	it.each([
		[row('number', '3 days'), '"Value" of "estimate" must be a number, not "3 days"'],
		[row('number', '1,5'), '"Value" of "estimate" must be a number, not "1,5"'],
		[row('boolean', 'yes'), '"Value" of "estimate" must be true or false, not "yes"'],
		[row('array', 'a, b'), '"Value" of "estimate" must be a list, such as ["a", "b"], not "a, b"'],
		[row('array', '{"a": 1}'), '"Value" of "estimate" must be a list, such as ["a", "b"], not "{'],
		[row('json', '{a: 1}'), '"Value" of "estimate" must be JSON, not "{a: 1}"'],
		[row('string', '={{ { a: 1 } }}'), '"Value" of "estimate" must be text, not {"a":1}'],
		[row('string', '={{ "for " + {} }}'), '"Custom Field" must not contain [object Object]'],
		[row('string', 'a {{ $json.b }}'), '"Value" must not contain {{ }} (to use an expression'],
		[row('number', '={{ 2 ** 60 }}'), '"Value" must not be made of numbers beyond'],
		[row('string', 'a', ' '), '"Name" must be the name of a field, not " "'],
		[row('string', 'a', ''), '"Name" must be the name of a field, not ""'],
		[row('date', 'a'), '"Type" must be one of array, boolean, json, number, string, not "date"'],
		[row('string', '2', 'Due Date'), 'must not contain "Due Date", which has its own field'],
	])('as a row %j are rejected', async (wrong, message) => {
		const additionalFields = withRows(row('string', 'b', 'other'), wrong);
		const { error } = await run({ ...task, additionalFields });
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('as two rows of one name are rejected', async () => {
		const additionalFields = withRows(row('number', '1'), row('number', '2'));
		const { error } = await run({ ...task, additionalFields });
		expect(error?.message).toContain('"Custom Field" must not contain "estimate" twice');
		expect(service.requests).toEqual([]);
	});

	it('with a similar name are sent', async () => {
		const customFields = '{"board": 2, "dueDates": [], "title2": "a", "priority_level": 1}';
		await run({ ...task, additionalFields: { customFields } });
		expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject(JSON.parse(customFields));
	});

	it.each([
		['{"estimate": 3,}', 'Expected double-quoted property name in JSON at position 15'],
		['={"note": "{{ $json.note }}"}', 'Bad control character in string literal in JSON at'],
		["{'a': 1}", "Expected property name or '}' in JSON at position 1"],
		['{"a": one}', `Unexpected token 'o', "{"a": one}" is not valid JSON`],
		['{"a": 1', "Expected ',' or '}' after property value in JSON at position 7"],
	])('%j names what is wrong', async (customFields, reason) => {
		const parameters = { ...task, additionalFields: { customFields } };
		const items = [{ json: { note: 'two\nlines' } }];
		const { error } = Engine.outcome(await engine.run({ parameters }, items));
		expect(error?.message).toContain(`${reason}`);
		expect(error?.message).toMatch(/^"Custom Fields \(JSON\)" must be a JSON object, such as/);
		expect(service.requests).toEqual([]);
	});
});
