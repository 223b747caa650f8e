import type { INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import {
	CREATE_BOARD,
	CREATE_TASK,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';

setUpService(json({ id: 1 }, 201));

const TASK = { ...CREATE_TASK, title: 'a' };
const BOARD = { ...CREATE_BOARD, name: 'New' };

/** The body that is sent with these additional fields, or why nothing is. */
async function send(additionalFields: INodeParameters, operation: INodeParameters = TASK) {
	const item = { note: 'two\nlines' };
	const { error } = await run({ ...operation, additionalFields }, [item]);
	expect(service.requests).toHaveLength(error === undefined ? 1 : 0);
	return error?.message ?? service.requests[0]?.body ?? '';
}
const sendObject = async (...given: Parameters<typeof send>) =>
	JSON.parse(await send(...given)) as object;

describe('Custom Fields (JSON)', () => {
	it.each([
		['of a board, as text', BOARD, '{"icon": "star", "note": null}', { icon: 'star', note: null }],
		[
			'of a task, by an expression',
			TASK,
			'={{ { estimate: 3, note: "" } }}',
			{ estimate: 3, note: '' },
		],
		[
			'with a similar name',
			TASK,
			'{"board": 2, "dueDates": [], "title2": "a", "priority_level": 1}',
			{ board: 2, dueDates: [], title2: 'a', priority_level: 1 },
		],
	])('%s are sent unchanged', async (_, operation, customFields, sent) => {
		expect(await sendObject({ customFields }, operation)).toMatchObject(sent);
	});

	it.each<[INodeParameters, string, RegExp]>([
		[
			BOARD,
			'{"icon": 1, "workspace_id": 2}',
			/^"Custom Fields \(JSON\)" must not contain "workspace_id", which has its own field "Workspace": "{"icon"/,
		],
		[TASK, '{"dueDate": "2026-12-31"}', /contain "dueDate", which has its own field "Due Date"/],
		[TASK, '{"due date": null}', /contain "due date", which has its own field "Due Date"/],
		[TASK, '={{ { Title: "Other" } }}', /contain "Title", which has its own field "Title"/],
		[TASK, '{"Board-ID": 2, "Priority": 1}', /"Board"[^.]*\. .*its own field "Priority"/],
		[TASK, '={{ { a: [{ b: "for " + { c: 1 } }] } }}', /must not contain \[object Object\] \(to/],
		[
			TASK,
			'[1]',
			/^"Custom Fields \(JSON\)" must be a JSON object, such as {"estimate": 3}, not "\[1]"$/,
		],
		[TASK, '{"estimate": 3,}', /\(Expected double-quoted property name in JSON at position 15/],
		[TASK, '={"note": "{{ $json.note }}"}', /\(Bad control character in string literal in JSON at/],
	])('of %j set to %s are rejected', async (operation, customFields, message) => {
		expect(await send({ customFields }, operation)).toMatch(message);
	});
});

describe('Custom Fields', () => {
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
		['null', 'json', 'null', null],
	])('with %s are sent with their type', async (_, type, value, sent) => {
		expect(await sendObject(withRows(row(type, value)))).toHaveProperty('estimate', sent);
	});

	it('are sent with a board, and with all digits of a number', async () => {
		const rows = withRows(row('number', '12345678901234567890'));
		expect(await send(rows, BOARD)).toContain('"estimate":12345678901234567890');
	});

	it('are sent beside those of the JSON, instead of those with the same name, unless empty', async () => {
		const customFields = '{"estimate": 1, "sprint": "S1"}';
		const rows = withRows(
			row('number', '3'),
			row('number', '', 'size'),
			row('string', '={{ $json.none }}', 'sprint'),
		);
		const sent = { title: 'a', board_id: 1, estimate: 3, sprint: 'S1' };
		expect(await sendObject({ customFields, ...rows })).toEqual(sent);
	});

	it.each([
		[row('number', '1,5'), '"Value" of "estimate" must be a number, not "1,5"'],
		[row('boolean', 'yes'), '"Value" of "estimate" must be true or false, not "yes"'],
		[row('array', '{"a": 1}'), '"Value" of "estimate" must be a list, such as ["a", "b"], not "{'],
		[row('json', '{a: 1}'), '"Value" of "estimate" must be JSON, not "{a: 1}"'],
		[row('string', '={{ { a: 1 } }}'), '"Value" of "estimate" must be text, not {"a":1}'],
		[row('string', '={{ "for " + {} }}'), '"Custom Field" must not contain [object Object]'],
		[row('string', 'a {{ $json.b }}'), '"Value" must not contain {{ }} (to use an expression'],
		[row('number', '={{ 2 ** 60 }}'), '"Value" must not be made of numbers beyond'],
		[row('string', 'a', ' '), '"Name" must be the name of a field, not " "'],
		[row('date', 'a'), '"Type" must be one of array, boolean, json, number, string, not "date"'],
		[row('string', '2', 'Due Date'), 'must not contain "Due Date", which has its own field'],
		[row('string', 'a', 'other'), '"Custom Field" must not contain "other" twice'],
	])('with the row %j are rejected', async (wrong, message) => {
		expect(await send(withRows(row('string', 'b', 'other'), wrong))).toContain(message);
	});
});
