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
			/^"Custom Fields" must not contain "workspace_id", which has its own field "Workspace": "{"icon"/,
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
		[task, '[1]', /^"Custom Fields" must be a JSON object, such as {"estimate": 3}, not "\[1]"$/],
	])('of %j set to %s are rejected', async (parameters, customFields, message) => {
		const { error } = await run({ ...parameters, additionalFields: { customFields } });
		expect(error?.message).toMatch(message);
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
		expect(error?.message).toMatch(/^"Custom Fields" must be a JSON object, such as/);
		expect(service.requests).toEqual([]);
	});
});
