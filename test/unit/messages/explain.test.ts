import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import { makeTimeoutCause } from '../../../nodes/WorkspaceTaskService/messages/network';
import { classifyThrown } from '../../../nodes/WorkspaceTaskService/http/thrown';
import { explainOutcome } from '../../../nodes/WorkspaceTaskService/messages/explain';
import { joinMessageAndHint } from '../../../nodes/WorkspaceTaskService/messages/words';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { classifyResponse } from '../../../nodes/WorkspaceTaskService/http/exchange';

const BASE_URL = 'https://tasks.example.com';
const NOW = Date.parse('2026-03-29T10:00:00Z');
const ARCHIVE_BOARD: Call = {
	method: 'POST',
	path: '/api/v1/boards/{id}/archive',
	resource: 'board',
	effect: 'write',
};
const post: ApiRequest = { call: CALLS.createTask, body: { title: 'a' } };
const onBoard: ApiRequest = { ...post, body: { board_id: 7 } };
const archive: ApiRequest = { call: ARCHIVE_BOARD, id: 7 };
const get: ApiRequest = { call: CALLS.listBoards, query: { page: undefined } };
const filtered: ApiRequest = { ...get, query: { workspace_id: 7 } };
const login: ApiRequest = { ...post, call: CALLS.logIn };

const responded = (status: number, text = '', headers = {}, request = post) =>
	classifyResponse(request, { status, headers, text, receivedDate: new Date(NOW) });
const lost = (code: string, message = '') =>
	classifyThrown({ cause: { isAxiosError: true, code, message } }, BASE_URL);
const explained = (outcome: Outcome, request = post, more = {}) =>
	explainOutcome(outcome, { request, baseUrl: BASE_URL, secrets: ['t0ken'], ...more });

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_NAMED = `${CHECK_FIELDS} What they name may have been deleted, or this account may not see it. If the values are right, check "Base URL" in the credential.`;
const CHECK_URL =
	'Check "Base URL" in the credential: use the URL of the service in your browser, up to the first slash after the host name.';
const MAY_EXIST = 'The task may have been created anyway. Check the service before you try again.';
const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
const LIMIT = 'The service limits the request rate. Try again later.';
const NEW_TOKEN = 'Create a new token in the service, and enter it in the credential.';
const OWN_REASON = 'If the reason is not clear, ask the administrator of the service.';
const FORBIDDEN =
	'Possible causes: the credential is not valid, the plan or the account is not allowed to do this (the API needs a Premium, Business or Enterprise plan), or a firewall or proxy blocked the request.';
const FRONT =
	'Something in front of the service responded, such as a proxy, a firewall or a sign-in page. Let this n8n reach the API through it.';
const PLAN = 'The API needs a Premium, Business or Enterprise plan.';
const HTML = { 'content-type': 'text/html' };
const PAGE = '<!doctype html><title>Access denied</title>';

describe('the hint of a response', () => {
	it.each<[number, string, ApiRequest, string, object?]>([
		[422, '', post, CHECK_FIELDS],
		[422, '{"detail":"no","input":{"title":"Add a rate limit"}}', post, CHECK_FIELDS],
		[
			422,
			'',
			get,
			'Check "Base URL" and the other fields of the credential. If they are right, ask the operator of the service.',
		],
		[404, '{"message":"no"}', onBoard, CHECK_NAMED],
		[404, '{"message":"no"}', archive, CHECK_NAMED],
		[404, 'No such workspace', filtered, CHECK_NAMED],
		[404, PAGE, post, CHECK_URL],
		[404, ' ', post, CHECK_URL],
		[404, 'No such path', get, CHECK_URL],
		[404, '{"message":"no such path"}', login, CHECK_URL],
		[405, '', get, CHECK_URL],
		[
			401,
			'',
			login,
			'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.',
		],
		[
			401,
			'{"message":"Email or password is wrong"}',
			login,
			'Check the email and password in the credential. To keep the account from being locked, the login is not repeated within a minute.',
		],
		[
			401,
			'',
			post,
			'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.',
		],
		[
			401,
			'This is not a valid token',
			post,
			'Check the credential: what you entered may be incomplete or revoked, or belong to another service.',
		],
		[401, 'jwt expired', post, NEW_TOKEN],
		[401, 'Token expired on 2026-11-01', get, NEW_TOKEN],
		[403, '{"message":"This API key has expired"}', get, NEW_TOKEN],
		[403, '', login, FORBIDDEN],
		[403, '{"message":"Forbidden resource","error":"Forbidden"}', post, FORBIDDEN],
		[403, '{"message":"Board is archived"}', post, OWN_REASON],
		[403, '{"message":"このプランではできません"}', post, OWN_REASON],
		[403, 'Your subscription has expired, sorry', get, OWN_REASON],
		[403, '{"message":"This account has been locked"}', login, OWN_REASON],
		[403, '{"error":{"message":"User Rate Limit Exceeded"}}', post, LIMIT],
		[402, 'API access needs a Premium plan', get, OWN_REASON],
		[402, 'no', get, PLAN],
		[
			407,
			'',
			get,
			'Enter the user name and password of the proxy in the proxy settings of this n8n, such as HTTPS_PROXY.',
		],
		[
			200,
			PAGE,
			get,
			`A sign-in page, a firewall or a maintenance page may have responded instead of the API. If none did, the Base URL may be that of another page. ${CHECK_URL}`,
		],
		[200, '{"v":3}', get, `${CHECK_URL} If it is right, the service may be down for maintenance.`],
		[200, '[{"a":1},', get, TRY_LATER],
		[200, '{"error_code":"ComplexityException","status_code":429}', get, LIMIT],
		[429, '', get, LIMIT],
		[500, '', get, TRY_LATER],
		// It may have had an effect.
		[500, '', post, MAY_EXIST],
		[408, '', post, MAY_EXIST],
		[302, '', { call: CALLS.createBoard }, `${MAY_EXIST.replace('task', 'board')} ${FRONT}`],
		[200, '{"ok":false}', post, `${MAY_EXIST} ${CHECK_FIELDS}`],
		[200, '{"errors":[{"type":"RATE_LIMITED"}]}', post, `${MAY_EXIST} ${LIMIT}`],
		// Something in front of the service responds with a page, or in the words of Cloudflare.
		[401, PAGE, post, FRONT],
		[401, '<center>401 Authorization Required</center>', login, FRONT],
		[403, '<script>challenge()</script>', get, FRONT],
		[403, 'Blocked', post, FRONT, HTML],
		[403, 'error code: 1010', post, FRONT],
		[403, '{"title":"Error 1010: Access denied","cloudflare_error":true}', post, FRONT],
		[403, 'The error code: 7', post, OWN_REASON],
		[403, '{"message":"<b>Premium</b> only"}', post, FORBIDDEN],
		[403, '{"message":"no"}', post, FORBIDDEN, HTML],
		[402, PAGE, post, PLAN],
	])('%d with %j names the remedy', (...[status, text, request, hint, headers]) => {
		const outcome = responded(status, text, headers, request);
		expect(explained(outcome, request).hint).toBe(hint);
	});

	const STARTS: Record<string, string> = {
		moved:
			'Enter the final URL as "Base URL" in the credential. This node calls /api/v1/boards below it.',
		slash: 'The service expects a slash at the end of /api/v1/boards. Ask its operator',
		front: FRONT,
	};
	it.each<[string, string, string?]>([
		['https://www.tasks.example.com/api/v1/boards?page=1', 'moved'],
		['//eu.example.com/api/v1/boards#top', 'moved'],
		['https://eu.example.com/app/api/v1/boards', 'moved', 'https://tasks.example.com/app'],
		['https://eu.example.com/api/v1/boards', 'moved', 'https://tasks.example.com/app'],
		['https://tasks.example.com/api/v1/boards/', 'slash'],
		['/api/v1/boards/', 'slash'],
		['/login?next=/api/v1/boards', 'front'],
		['https://sso.example.com/login?next=https://tasks.example.com/api/v1/boards', 'front'],
		['https://sso.example.com/api/v1/boards/login', 'front'],
		['http://', 'front'],
		['', 'front'],
	])('of a redirect to %j: %s', (...[location, kind, baseUrl = BASE_URL]) => {
		const { hint } = explained(responded(307, '', { location }, get), get, { baseUrl });
		expect(hint.startsWith(STARTS[kind] ?? '')).toBe(true);
		if (kind !== 'moved') expect(hint).not.toContain('Base URL');
	});

	afterEach(() => jest.useRealTimers());

	it.each([
		['seconds', 30_000, 0, 'after 2026-03-29 10:00:30 UTC (in 30 seconds).'],
		['hours', 20 * 3_600_000, 0, 'after 2026-03-30 06:00:00 UTC (in 20 hours).'],
		['what is left', 600_000, 290_000, 'after 2026-03-29 10:10:00 UTC (in 5 minutes).'],
	])('429 says when its pause ends, in %s', (_, askedMs, agoMs, when) => {
		jest.useFakeTimers({ now: NOW + agoMs });
		const { hint } = explained({ ...responded(429), askedMs } as Outcome);
		expect(hint).toContain(` Try again ${when}`);
	});
});

describe('an explanation', () => {
	it("has the service's message, the status and a hint", () => {
		expect(explained(responded(422, '{"message":"title is too long"}'))).toEqual({
			message: 'The service responded with 422: title is too long',
			hint: CHECK_FIELDS,
			httpCode: '422',
		});
	});

	it.each<[number, string, ApiRequest, string]>([
		[
			200,
			PAGE,
			login,
			'The service responded to the login with a web page instead of data: Access denied',
		],
		[200, '{"v":3}', get, 'The service responded with unexpected data: {"v":3}'],
		[
			200,
			'[{"a":1},',
			get,
			'The service responded with 200, but its response is incomplete or not valid JSON',
		],
		[404, '{"message":""}', post, 'The service responded with 404: no message'],
		[407, '', post, 'A proxy responded with 407: no message'],
		[407, PAGE, login, 'A proxy responded with 407: Access denied'],
	])('of %d with %j says what was received', (status, text, request, message) => {
		expect(explained(responded(status, text, {}, request), request).message).toBe(message);
	});

	it.each([
		[
			200,
			'{"error":"quota","item":{"id":7,"title":"Call Ada"}}',
			'The service responded with 200, but refused the request: quota',
		],
		[422, '{"id":7,"title":"Call Ada"}', 'The service responded with 422: no message'],
	])('of %i does not show the title that was sent as the reason', (status, text, message) => {
		const request: ApiRequest = { ...post, body: { title: 'Call Ada', board_id: 7 } };
		expect(explained(responded(status, text, {}, request), request).message).toBe(message);
	});

	it('of a timeout names the option if there is one', () => {
		const outcome: Outcome = { kind: 'noResponse', cause: makeTimeoutCause(20_000) };
		const { message, hint } = explained(outcome, get, { hasTimeoutOption: true });
		expect(message).toBe('The service did not respond within 20 s');
		expect(hint).toBe('Increase "Timeout (Seconds)" in "Options" if it needs longer.');
		expect(explained(outcome, get).hint).toBe(explained(lost('ECONNRESET'), get).hint);
	});

	it('of an item that was not sent quotes the last response, and says of no effect', () => {
		const { message, hint } = explained({ kind: 'givenUp', last: responded(500, 'Down') });
		expect(message).toBe(
			'Not sent, because earlier requests kept failing: The service responded with 500: Down',
		);
		expect(hint).toBe(TRY_LATER);
	});

	it('omits the redirect path of a login, which may contain a token', () => {
		const to = (location: string) => explained(responded(302, '', { location }), login).message;
		expect(to('https://x.io/callback/abc')).toMatch(/it redirects to https:\/\/x\.io$/);
		expect(to('/callback/abc')).not.toContain('abc');
		expect(to('https://x.io/tasks/api/v1/auth/login')).toMatch(/ https:\/\/x\.io\/tasks$/);
	});

	it.each([200, 401])('of a refused login (%d) shows only sentences, never a token', (status) => {
		const body = JSON.stringify({ success: false, mfa_token: 'abc' });
		expect(explained(responded(status, body), login).message).not.toContain('abc');
	});

	it('states the number of attempts', () => {
		const { message } = explained({ ...responded(429, 'Slow down'), attempts: 5 });
		expect(message).toBe('The service responded with 429: Slow down (after 5 attempts)');
	});

	it('of a redirect to the path with a slash shows the path, not the query', () => {
		const location = 'http://10.0.0.7:8000/api/v1/tasks/';
		const { message } = explained(responded(307, '', { location: `${location}?a=b` }));
		expect(message).toBe(`The service responded with 307: it redirects to ${location}`);
	});

	it('contains no secrets and no query of a redirect', () => {
		const location = 'https://x.io/t0ken/api/v1/tasks?key=t0ken';
		const { message } = explained(responded(302, '', { location }));
		expect(message).toBe('The service responded with 302: it redirects to https://x.io/***');
		for (const outcome of [responded(401, 'Unknown token t0ken'), lost('X', 'Bearer t0ken')]) {
			expect(JSON.stringify(explained(outcome))).not.toContain('t0ken');
		}
	});

	it('of what was not sent says so', () => {
		const outcome: Outcome = { kind: 'notNeeded', object: {}, remark: 'alreadyCreated' };
		expect(explained(outcome)).toEqual({ message: 'Nothing was sent', hint: '' });
	});

	it('of a rate limit at the login names the login', () => {
		const limited = { ...responded(429, '{"message":"Slow down"}'), isLogin: true } as Outcome;
		const { message } = explained(limited);
		expect(message).toBe('The service responded to the login with 429: Slow down');
	});

	it('is joined where only one text is shown', () => {
		expect(joinMessageAndHint({ message: 'a', hint: 'B.' })).toBe('a. B.');
		expect(joinMessageAndHint({ message: 'a!', hint: '' })).toBe('a!');
	});
});
