import { CALLS } from '../../../nodes/WorkspaceTaskService/api/calls';
import { failureOf } from '../../../nodes/WorkspaceTaskService/transport/failure';
import type { ApiRequest, Kind } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import { outcomeOf } from '../../../nodes/WorkspaceTaskService/transport/classify';
import { isReadInLinearTime } from '../../support/growth';

const BASE_URL = 'https://tasks.example.com';
const response = (status: number, text = '', headers = {}) => ({
	status,
	headers,
	text,
	receivedDate: new Date(0),
});
const POST: ApiRequest = { call: CALLS.createTask, body: { title: 'Call' } };
const GET: ApiRequest = { ...POST, call: { ...CALLS.createTask, method: 'GET', effect: 'read' } };
const kindOf = (status: number, text = '', headers = {}, request = POST) =>
	outcomeOf(request, response(status, text, headers), BASE_URL).kind;

describe('a response', () => {
	it.each<[number, Kind]>([
		[200, 'done'],
		[303, 'redirected'],
		[101, 'serverError'],
		[300, 'refused'],
		[301, 'redirected'],
		[302, 'redirected'],
		[307, 'refused'],
		[401, 'unauthorized'],
		[404, 'refused'],
		[408, 'serverError'],
		[429, 'rateLimited'],
		[500, 'serverError'],
	])('with %d to a create is %s', (status, kind) => expect(kindOf(status)).toBe(kind));

	it.each<[string, string, Kind]>([
		['its object', '/api/v1/tasks/7', 'done'],
		['its object by a whole URL', 'https://tasks.example.com/api/v1/tasks/b-7/', 'done'],
		['its object on a page', '/boards/1/tasks/7?a=b', 'done'],
		['a login', '/login', 'redirected'],
		['a login that leads back', '/login?next=/api/v1/tasks/7', 'redirected'],
		['the list', '/api/v1/tasks/', 'redirected'],
		['another resource', '/api/v1/boards/7', 'redirected'],
		['a URL that cannot be read', 'http://[/api/v1/tasks/7', 'redirected'],
		['another origin', 'https://login.example.com/api/v1/tasks/7', 'redirected'],
	])('with 303 to %s is %s as %s', (_, location, kind) => {
		expect(kindOf(303, '', { location })).toBe(kind);
		expect(kindOf(303, '', { location }, GET)).toBe('redirected');
	});

	it('with 303 has the location without its query', () => {
		const location = '/api/v1/tasks/7?token=abc#top';
		expect(outcomeOf(POST, response(303, '', { location }), BASE_URL)).toMatchObject({
			body: { success: true, location: '/api/v1/tasks/7' },
		});
	});

	it.each<[string, unknown]>([
		[' {"id":1} ', { id: 1 }],
		['null', null],
		['Created', 'Created'],
		[' \n', undefined],
	])('with 2xx and %j has this body', (text, body) => {
		expect(outcomeOf(POST, response(201, text), BASE_URL)).toMatchObject({ kind: 'done', body });
	});

	it('with 503 and Retry-After is rate limited', () => {
		expect(outcomeOf(POST, response(503, '', { 'retry-after': '2' }), BASE_URL)).toMatchObject({
			kind: 'rateLimited',
			askedMs: 2_000,
		});
	});

	it.each<[string, string, object, Kind]>([
		['an object', '{"id":1}', {}, 'done'],
		['nothing', '', {}, 'done'],
		['text', 'Created', {}, 'done'],
		['text with brackets', 'Created [7]', {}, 'done'],
		['half of an object', '{"id":1,"tit', {}, 'unreadable'],
		[
			'bytes that claim to be JSON',
			'\u001f\ufffd\b',
			{ 'content-type': 'application/json' },
			'unreadable',
		],
		['a page', '<!doctype html><html></html>', {}, 'notTaskService'],
		[
			'a page after a declaration and a comment',
			'<?xml version="1.0"?>\n<!-- 1.2 -->\n<!DOCTYPE  html>',
			{},
			'notTaskService',
		],
	])('with 2xx and %s is %s', (_, text, headers, kind) => {
		expect(kindOf(201, text, headers)).toBe(kind);
	});

	const HTML = { 'content-type': 'text/html; charset=utf-8' };
	it.each<[string, object?]>([
		['<script>window.location="/login"</script>', HTML],
		['<script>window.location="/login"</script>'],
		['<meta http-equiv="refresh" content="0; url=/login">', HTML],
		['<title>Sign in</title><form action="/login">', HTML],
		['<div class="login">Please sign in</div>', HTML],
		['\n <!-- a proxy --><p>Blocked</p>'],
		['\ufeff<html lang="en">'],
		['<!DOCTYPE foo>'],
		['<?xml version="1.0"?><error/>', { 'content-type': 'application/xml' }],
		['<h1>It works!</h1>', { 'content-type': 'application/json' }],
		['Please sign in', HTML],
		['{"id": 7', { 'content-type': 'TEXT/HTML' }],
		['OK <a href="/login">', { 'content-type': 'application/xhtml+xml' }],
	])('with 2xx and the page %j is from another program', (text, headers = {}) => {
		expect(kindOf(201, text, headers)).toBe('notTaskService');
		expect(kindOf(200, text, headers, GET)).toBe('notTaskService');
	});

	it.each<[string, object?]>([
		['{"id":7,"title":"<html>"}', HTML],
		[' [{"id":7}]', HTML],
		['7', HTML],
		['"<b>Created</b>"', HTML],
		['', HTML],
		[' \n', HTML],
		['Created', { 'content-type': 'text/plain' }],
		['Created <b>7</b>'],
		['> Created'],
		['OK', { 'content-type': 'text/x-html5' }],
	])('with 2xx and %j is no page', (text, headers = {}) => {
		expect(kindOf(201, text, headers)).toBe('done');
	});
});

describe('a 2xx', () => {
	const kindOfBody = (body: unknown, request: ApiRequest = POST) =>
		outcomeOf(request, response(201, JSON.stringify(body)), BASE_URL).kind;
	const task = { id: 7, title: 'Call' };

	it.each([{ ok: false }, { success: 'false' }, { success: 0 }, { ok: '0', message: 'no' }])(
		'with the flag %j is refused, whatever else it has',
		(flag) => {
			expect(kindOfBody(flag)).toBe('refusedIn2xx');
			expect(kindOfBody({ ...task, task, ...flag })).toBe('refusedIn2xx');
		},
	);

	it.each<[object]>([
		[{ error: 'no such board' }],
		[{ error: { message: 'no' }, data: null }],
		[{ error_code: 'E7', error_message: 'no' }],
		[{ status: false, message: 'no' }],
		[{ status: 'fail', data: { title: 'is empty' } }],
		[{ status: 'Failure' }],
		[{ status: 403, message: 'no' }],
		[{ result: 'error' }],
		[{ type: 'error', message: 'no' }],
		[{ code: 400, message: 'no' }],
	])('with %j is refused, unless it has the ID of the object', (sign) => {
		expect(kindOfBody(sign)).toBe('refusedIn2xx');
		const others = [{ id: 'req_8f3a' }, { id: '', title: 'Call' }, { user: task }, { board: task }];
		for (const other of others) expect(kindOfBody({ ...other, ...sign })).toBe('refusedIn2xx');
		expect(kindOfBody({ ...task, ...sign })).toBe('done');
		expect(kindOfBody({ task: { id: 'b-7' }, ...sign })).toBe('done');
		expect(kindOfBody({ board: task, ...sign }, { ...POST, call: CALLS.createBoard })).toBe('done');
	});

	it.each<[object]>([
		[{ ok: true, success: 1 }],
		[{ error: null, errors: [], error_code: 0 }],
		[{ status: 'open', type: 'task', result: 'created' }],
		[{ status: 201, code: 0 }],
		[{ code: '403' }],
		[{ ok: '10', success: '0.5' }],
		[{ status: 'no error' }],
		[{ id: 7, name: 'A', error: 'slow' }],
		[{ id: 7, url: 'https://a.example.com', error: 'slow' }],
		[{ status: 'failed review', result: {} }],
	])('with %j is done', (body) => expect(kindOfBody(body)).toBe('done'));

	it.each<[unknown, Kind]>([
		[[{ id: 1, status: 'error' }], 'done'],
		[{ boards: [{ id: 1 }], errors: ['slow'] }, 'done'],
		[{ code: 500, data: { items: [{ id: 1 }] } }, 'done'],
		[{ code: 20000, message: 'success', data: [] }, 'done'],
		[{ success: true, error: 'none', boards: [] }, 'done'],
		[{ success: false, boards: [{ id: 1 }] }, 'refusedIn2xx'],
		[{ error: 'Forbidden', boards: [] }, 'refusedIn2xx'],
		[{ status: 'error', data: null }, 'refusedIn2xx'],
		[{ code: 403, id: 7, name: 'not a list' }, 'refusedIn2xx'],
	])('to a list, %j, is %s', (body, kind) => {
		expect(kindOfBody(body, { call: CALLS.listBoards })).toBe(kind);
	});

	it.each<[object]>([
		[{ code: 20000, message: 'success', data: task }],
		[{ success: true, code: 1000, data: task }],
		[{ success: true, data: task, error_code: 'NONE' }],
		[{ data: task, status: 1201 }],
		[{ id: 7, code: 1042 }],
		[{ success: true, error: 'slow' }],
		[{ ok: 'true', errors: ['slow'], status: 'error' }],
		[{ success: 1, code: 500 }],
		[{ error: 'slow', data: { id: 7 } }],
		[{ error: 'slow', result: { task: { id: 'b-7' } } }],
		[{ code: 500, data: { data: { gid: '7' } } }],
		[{ errors: ['slow'], data: [task] }],
		[{ error: '0', message: 'success' }],
		[{ error: 'No' }],
		[{ error: 'none', error_code: 'NO_ERROR' }],
		[{ error: ' False ' }],
		[{ error_code: '00000' }],
		[{ error: 'OK' }],
		[{ errors: [null] }],
		[{ errors: [{}, [], ''] }],
		[{ error: {} }],
		[{ error: { code: 0, message: '' } }],
		[{ errors: { title: [] } }],
		[{ code: 20000 }],
		[{ code: 1042, status: 1201 }],
		[{ code: 399, status: 600 }],
		[{ code: -1 }],
	])('with %j created the task', (body) => expect(kindOfBody(body)).toBe('done'));

	it.each<[object]>([
		[{ success: false, data: task }],
		[{ ok: true, success: false, data: task }],
		[{ error: 'no board', data: { title: 'is empty' } }],
		[{ error: 'no board', data: { id: 0, title: null } }],
		[{ error: 'no board', data: { id: '00000000-0000-0000-0000-000000000000' } }],
		[{ error: 'no board', user: task }],
		[{ error: 'no board', data: { user: task } }],
		[{ error: 'no board', data: [] }],
		[{ error: true }],
		[{ error: 1 }],
		[{ errors: [null, 'no'] }],
		[{ errors: [{ field: 'title' }] }],
		[{ error: { code: 0, message: 'no' } }],
		[{ error: 'no board' }],
		[{ error: 'Nothing found' }],
		[{ code: 400 }],
		[{ code: 599 }],
		[{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'no' } }],
	])('with %j refused it', (body) => expect(kindOfBody(body)).toBe('refusedIn2xx'));
});

const lost = (code: string, message = '', more = {}) => ({
	message: 'a sentence of n8n',
	cause: { isAxiosError: true, code, message, ...more },
});

/** As axios throws it. Its own message is empty. */
const ofSeveralAddresses = () => {
	const tried = ['192.0.2.1', '2001:db8::1'].map((address) => {
		return new Error(`connect EHOSTUNREACH ${address}:443`);
	});
	const cause = new AggregateError(tried, '');
	return { isAxiosError: true, code: 'EHOSTUNREACH', message: '', cause };
};

describe('a failed connection', () => {
	it.each<[string, object, Kind]>([
		['no such host', lost('ENOTFOUND', 'getaddrinfo ENOTFOUND a.b'), 'notSent'],
		['an unavailable resolver', lost('EAI_AGAIN'), 'notSent'],
		['a connect that timed out', lost('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'), 'notSent'],
		['a peer that speaks no TLS', lost('EPROTO'), 'notSent'],
		['a failed handshake', lost('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'), 'notSent'],
		['another version of TLS', lost('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'notSent'],
		['an unknown authority', lost('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'notSent'],
		['a self-signed certificate', lost('DEPTH_ZERO_SELF_SIGNED_CERT'), 'notSent'],
		[
			'a connection closed during TLS',
			lost('ECONNRESET', 'Client network socket disconnected before secure TLS connection was'),
			'notSent',
		],
		[
			'a request that n8n blocked',
			lost('', 'The request was blocked because it resolves'),
			'notSent',
		],
		['a failure of n8n itself', { message: 'x', cause: { code: 'SQLITE_BUSY' } }, 'notSent'],
		['a reset', lost('ECONNRESET', 'read ECONNRESET'), 'noResponse'],
		['a route lost while reading', lost('EHOSTUNREACH', 'read EHOSTUNREACH'), 'noResponse'],
		['TLS that broke while reading', lost('ERR_SSL_BAD_RECORD_MAC'), 'noResponse'],
		[
			'a missing certificate of n8n',
			lost('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
			'noResponse',
		],
		['all addresses of a host', ofSeveralAddresses(), 'notSent'],
		['all addresses of a host, in NodeApiError', { cause: ofSeveralAddresses() }, 'notSent'],
		['an older host', { httpCode: 'ECONNRESET', messages: ['read ECONNRESET'] }, 'noResponse'],
		[
			'a success cut short',
			lost('ERR_BAD_RESPONSE', 'stream has been aborted', { response: { status: 201 } }),
			'unreadable',
		],
		[
			'a success cut short in an older host',
			lost('ERR_BAD_RESPONSE', 'stream has been aborted', {
				request: { res: { statusCode: 200 } },
			}),
			'unreadable',
		],
		[
			'a refusal cut short',
			lost('ERR_BAD_RESPONSE', 'stream has been aborted', { response: { status: 500 } }),
			'noResponse',
		],
	])('after %s is %s', (_, error, kind) => expect(failureOf(error, BASE_URL).kind).toBe(kind));
});

describe('a large response', () => {
	it.each<[string, (size: number) => string, Kind]>([
		['an open string', (size) => `["${'\\"'.repeat(size / 2)},12345678901234567890`, 'unreadable'],
		['tags', (size) => '<a '.repeat(size / 3), 'notTaskService'],
		['tags after a word', (size) => 'a<a '.repeat(size / 4), 'done'],
	])('with %s is read in linear time', (_, make, kind) => {
		expect(kindOf(200, make(256_000))).toBe(kind);
		expect(isReadInLinearTime(make, (text) => kindOf(200, text))).toBe(true);
	});
});
