import SwaggerParser from '@apidevtools/swagger-parser';
import { z } from 'zod/v4';
import { reference } from '../../sandbox/openapi/operations';
import { answers } from '../../sandbox/openapi/schemas';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call, type Call } from '../support/client';
import { isAssumed, partAt, unmarkedParts, type Json } from '../support/openapi';
import { startReceiver } from '../support/receiver';

type OpenApi = Parameters<typeof SwaggerParser.validate>[0];

const LOGIN = 'paths > /api/v1/auth/login > post';
const LIST = 'paths > /api/v1/boards > get';
const BOARD = 'paths > /api/v1/boards > post';
const TASK = 'paths > /api/v1/tasks > post';
const WEBHOOK = 'paths > /api/v1/webhooks > post';
const SENT = 'requestBody > content > application/json > schema';
const ANSWERED = 'content > application/json > schema';
const LOGGED_IN = `${LOGIN} > responses > 200 > ${ANSWERED}`;
const LISTED = `${LIST} > responses > 200 > ${ANSWERED}`;

const field = (operation: string, name: string) => `${operation} > ${SENT} > properties > ${name}`;

const schemaAt = (path: string) =>
	Object(partAt(document, `${path} > content > application/json`)).schema;

let sandbox: Sandbox;
let document: Json;

beforeAll(async () => {
	sandbox = await startSandbox();
	document = (await call<Json>('GET', `${sandbox.url}/openapi.json`)).body;
});
afterAll(() => sandbox.close());

describe('/openapi.json', () => {
	it('is valid OpenAPI 3.1', async () => {
		expect(document).toMatchObject({ openapi: '3.1.0' });
		await expect(
			SwaggerParser.validate(structuredClone(document) as unknown as OpenApi),
		).resolves.toBeTruthy();
	});

	it('has the five operations and both events, each with a summary', () => {
		const summary = expect.any(String);

		expect(document).toMatchObject({
			paths: {
				'/api/v1/auth/login': { post: { summary } },
				'/api/v1/boards': { get: { summary }, post: { summary } },
				'/api/v1/tasks': { post: { summary } },
				'/api/v1/webhooks': { post: { summary } },
			},
			webhooks: { 'task.created': { summary }, 'task.updated': { summary } },
		});
	});

	it.each([
		['color', field(BOARD, 'color'), ['#1A2b3C'], ['1A2B3C', '#ABC', '#GGGGGG']],
		['due_date', field(TASK, 'due_date'), ['2028-02-29'], ['2030-02-30', '28.02.2030']],
	])('describes %s as the sandbox reads it', (_, path, accepted, refused) => {
		const parts = Object.fromEntries(unmarkedParts(document, path));
		const pattern = new RegExp(String(parts[`${path} > pattern`]));

		expect(accepted.filter((value) => !pattern.test(value))).toEqual([]);
		expect(refused.filter((value) => pattern.test(value))).toEqual([]);
	});
});

const DOCUMENTED: Array<[path: string, value: unknown]> = [
	['security > 0 > apiToken', []],
	['components > securitySchemes > apiToken > type', 'http'],
	['components > securitySchemes > apiToken > scheme', 'bearer'],
	[`${LOGIN} > ${SENT} > type`, 'object'],
	[`${field(LOGIN, 'email')} > type`, 'string'],
	[`${field(LOGIN, 'password')} > type`, 'string'],
	[`${LOGGED_IN} > type`, 'object'],
	[`${LOGGED_IN} > required`, ['token', 'user']],
	[`${LOGGED_IN} > properties > token > type`, 'string'],
	[`${LOGGED_IN} > properties > user > type`, 'object'],
	[`${LIST} > parameters > 0 > name`, 'workspace_id'],
	[`${LIST} > parameters > 0 > in`, 'query'],
	[`${LIST} > parameters > 0 > required`, false],
	[`${LIST} > parameters > 0 > schema > type`, 'integer'],
	[`${LIST} > parameters > 1 > name`, 'archived'],
	[`${LIST} > parameters > 1 > in`, 'query'],
	[`${LIST} > parameters > 1 > required`, false],
	[`${LIST} > parameters > 1 > schema > type`, 'boolean'],
	[`${LIST} > parameters > 1 > schema > default`, false],
	[`${LISTED} > type`, 'array'],
	[`${LISTED} > items > type`, 'object'],
	[`${LISTED} > items > properties > tasks_count > type`, 'integer'],
	[`${BOARD} > ${SENT} > type`, 'object'],
	[`${field(BOARD, 'name')} > type`, 'string'],
	[`${field(BOARD, 'workspace_id')} > type`, 'integer'],
	[`${field(BOARD, 'description')} > type`, 'string'],
	[`${field(BOARD, 'color')} > type`, 'string'],
	[`${field(BOARD, 'color')} > pattern`, '^#[0-9A-Fa-f]{6}$'],
	[`${TASK} > ${SENT} > type`, 'object'],
	[`${field(TASK, 'title')} > type`, 'string'],
	[`${field(TASK, 'board_id')} > type`, 'integer'],
	[`${field(TASK, 'description')} > type`, 'string'],
	[`${field(TASK, 'due_date')} > type`, 'string'],
	[`${field(TASK, 'due_date')} > format`, 'date'],
	[`${field(TASK, 'due_date')} > pattern`, expect.any(String)],
	[`${field(TASK, 'priority')} > type`, 'string'],
	[`${WEBHOOK} > ${SENT} > type`, 'object'],
	[`${field(WEBHOOK, 'url')} > type`, 'string'],
	[`${field(WEBHOOK, 'url')} > format`, 'uri'],
	[`${field(WEBHOOK, 'events')} > type`, 'array'],
	[`${field(WEBHOOK, 'events')} > items > type`, 'string'],
];

describe('the marks of what is assumed', () => {
	it.each([
		`${LOGIN} > responses > 200`,
		'webhooks > task.created',
		'webhooks > task.updated',
		...DOCUMENTED.map(([path]) => path),
	])('leave out %s', (path) => {
		expect(isAssumed(document, path)).toBe(false);
	});

	it('are on everything else that describes the service', () => {
		const described = ['security', 'paths', 'webhooks', 'components > securitySchemes'];
		const unmarked = described.flatMap((part) => unmarkedParts(document, part));

		expect(Object.fromEntries(unmarked)).toEqual(Object.fromEntries(DOCUMENTED));
	});

	it.each([
		['that the login needs no token', `${LOGIN} > security`],
		['the fields of a user', `${LOGGED_IN} > properties > user > properties > name`],
		['the required fields of a login', `${LOGIN} > ${SENT} > required`],
		['the required fields of a board', `${BOARD} > ${SENT} > required`],
		['the required fields of a task', `${TASK} > ${SENT} > required`],
		['the required fields of a webhook', `${WEBHOOK} > ${SENT} > required`],
		['that unknown fields are refused', `${TASK} > ${SENT} > additionalProperties`],
		['that a title is not blank', `${field(TASK, 'title')} > pattern`],
		['that a webhook has an event', `${field(WEBHOOK, 'events')} > minItems`],
		['the status of the board list', `${LIST} > responses > 200`],
		['the fields of a listed board', `${LISTED} > items > properties > name`],
		['the name of the tasks count', `${LISTED} > items > properties > tasks_count`],
		['the status of a created board', `${BOARD} > responses > 201`],
		['a created board', `${BOARD} > responses > 201 > ${ANSWERED} > properties > name`],
		['the status of a created task', `${TASK} > responses > 201`],
		['a created task', `${TASK} > responses > 201 > ${ANSWERED} > properties > title`],
		['the status of a registration', `${WEBHOOK} > responses > 201`],
		['a registered webhook', `${WEBHOOK} > responses > 201 > ${ANSWERED} > properties > url`],
		['the status of a refusal', `${TASK} > responses > 422`],
		['the body of a refusal', `${LIST} > responses > 401 > ${ANSWERED} > properties > error`],
		['the method of a notification', 'webhooks > task.created > post'],
		['its payload', `webhooks > task.updated > post > ${SENT} > properties > data`],
		['its headers', 'webhooks > task.created > post > parameters > 0'],
	])('are on %s', (_, path) => {
		expect(isAssumed(document, path)).toBe(true);
	});
});

describe('what the sandbox really sends', () => {
	const api = (path: string, body?: unknown, more: Call = {}) =>
		call(body === undefined ? 'GET' : 'POST', `${sandbox.url}/api/v1${path}`, {
			body,
			token: sandbox.token,
			...more,
		});
	const logIn = () => api('/auth/login', { email: sandbox.email, password: sandbox.password });
	const webhook = { url: 'https://127.0.0.1:1/', events: ['task.created'] };
	const text = { headers: { 'content-type': 'text/plain' } };

	it.each([
		['a login', LOGIN, 200, 'Session', logIn],
		['a board', BOARD, 201, 'Board', () => api('/boards', { name: 'A', color: '#123abc' })],
		['a task', TASK, 201, 'Task', () => api('/tasks', { title: 'A', board_id: 1 })],
		['a webhook', WEBHOOK, 201, 'Webhook', () => api('/webhooks', webhook)],
		['broken JSON', TASK, 400, 'Error', () => api('/tasks', '{')],
		['a wrong token', LIST, 401, 'Error', () => api('/boards', undefined, { token: 'wrong' })],
		['a wrong login', LOGIN, 401, 'Error', () => api('/auth/login', { email: 'a', password: 'b' })],
		['no such board', TASK, 404, 'Error', () => api('/tasks', { title: 'A', board_id: 999 })],
		[
			'no such workspace',
			BOARD,
			404,
			'Error',
			() => api('/boards', { name: 'A', workspace_id: 9 }),
		],
		['a large body', WEBHOOK, 413, 'Error', () => api('/webhooks', ' '.repeat(1_100_000))],
		['plain text', BOARD, 415, 'Error', () => api('/boards', 'A', text)],
		['no fields', WEBHOOK, 422, 'Error', () => api('/webhooks', {})],
		['an unknown parameter', LIST, 422, 'Error', () => api('/boards?page=2')],
	] as const)('in answer to %s is described', async (_, operation, status, name, ask) => {
		const answer = await ask();

		expect(answer.status).toBe(status);
		expect(schemaAt(`${operation} > responses > ${status}`)).toEqual(reference(name));
		expect(answers[name].parse(answer.body)).toEqual(answer.body);
	});

	it('in answer to a board list is described', async () => {
		const { status, body } = await api('/boards?archived=true');

		expect(schemaAt(`${LIST} > responses > ${status}`)).toEqual({
			type: 'array',
			items: reference('Board'),
		});
		expect(z.array(answers.Board).min(3).parse(body)).toEqual(body);
	});

	it('to the receiver of a webhook is described', async () => {
		const receiver = await startReceiver();
		await api('/webhooks', { url: receiver.url, events: ['task.updated'] });
		sandbox.editTask(1, { title: 'Described' });
		const [{ headers, body } = { headers: {}, body: '' }] = await receiver.waitFor(1);
		await receiver.close();

		expect(schemaAt('webhooks > task.updated > post > requestBody')).toEqual(
			reference('Notification'),
		);
		expect(answers.Notification.parse(JSON.parse(body))).toEqual(JSON.parse(body));
		expect(headers).toMatchObject({
			'x-webhook-event': 'task.updated',
			'x-webhook-delivery': expect.any(String),
		});
	});
});
