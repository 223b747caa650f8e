import { CALLS, type Call } from '../../../nodes/WorkspaceTaskService/service/calls';
import { makeTimeoutCause } from '../../../nodes/WorkspaceTaskService/messages/network';
import { classifyThrown } from '../../../nodes/WorkspaceTaskService/http/thrown';
import { explainOutcome } from '../../../nodes/WorkspaceTaskService/messages/explain';
import { joinMessageAndHint } from '../../../nodes/WorkspaceTaskService/messages/words';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { classifyResponse } from '../../../nodes/WorkspaceTaskService/http/exchange';

const BASE_URL = 'https://tasks.example.com';
const NOW = Date.parse('2026-03-29T10:00:00Z');
const post: ApiRequest = {
	call: CALLS.createTask,
	body: { title: 'a' },
};
const onBoard: ApiRequest = { ...post, body: { board_id: 7 } };
const get: ApiRequest = { call: CALLS.listBoards, query: { page: undefined } };
const filtered: ApiRequest = { ...get, query: { workspace_id: 7 } };
const login: ApiRequest = { ...post, call: CALLS.logIn };

const responded = (status: number, text = '', headers = {}, request = post) =>
	classifyResponse(request, { status, headers, text, receivedDate: new Date(NOW) });
const lost = (code: string, message = '') =>
	classifyThrown({ cause: { isAxiosError: true, code, message } }, BASE_URL);
const explained = (outcome: Outcome, request = post, more = {}) =>
	explainOutcome(outcome, { request, baseUrl: BASE_URL, secrets: ['t0ken'], ...more });

const WRITE_BOARD: Call = {
	method: 'POST',
	path: '/api/v1/boards/{id}/archive',
	resource: 'board',
	effect: 'write',
};
/** Their words are in the table of hints alone; other tests compare with these. */
const CHECK_FIELDS = explained(responded(422)).hint;
const CHECK_NAMED = explained(responded(404, 'no'), onBoard).hint;
const MAY_EXIST = explained(responded(500)).hint;
const TRY_LATER = explained(responded(500), get).hint;
const CHECK_URL = explained(responded(405), get).hint;
const FRONT = explained(responded(302), get).hint;

const NEW_TOKEN = 'Create a new token in the service, and enter it in the credential.';
const OWN_REASON = 'If the reason is not clear, ask the administrator of the service.';
const FORBIDDEN =
	'Possible causes: the credential is not valid, the plan or the account is not allowed to do this (the API needs a Premium, Business or Enterprise plan), or a firewall or proxy blocked the request.';

it.each<[Outcome, ApiRequest, string]>([
	[responded(422), post, 'Check the values in the fields of this node.'],
	[
		responded(404, 'no'),
		onBoard,
		'Check the values in the fields of this node. What they name may have been deleted, or this account may not see it. If the values are right, check "Base URL" in the credential.',
	],
	[
		responded(401),
		login,
		'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.',
	],
	[
		responded(401),
		post,
		'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.',
	],
	[
		responded(401, 'This is not a valid token'),
		post,
		'Check the credential: what you entered may be incomplete or revoked, or belong to another service.',
	],
	[responded(401, 'jwt expired'), post, NEW_TOKEN],
	[responded(401, 'Token expired on 2026-11-01'), get, NEW_TOKEN],
	[responded(403, '{"message":"This API key has expired"}'), get, NEW_TOKEN],
	[
		responded(401, '{"message":"Email or password is wrong"}'),
		login,
		'Check the email and password in the credential. To keep the account from being locked, the login is not repeated within a minute.',
	],
	[responded(403, '{"message":"Forbidden"}'), post, FORBIDDEN],
	[responded(403, 'Access denied'), get, FORBIDDEN],
	[responded(403), post, FORBIDDEN],
	[responded(403), login, FORBIDDEN],
	[responded(403, 'Your IP address 203.0.113.7 is not allowed.'), get, OWN_REASON],
	[responded(403, '{"message":"This board is read-only"}'), post, OWN_REASON],
	[responded(403, '{"message":"Board is archived"}'), post, OWN_REASON],
	[
		responded(403, '{"statusCode":403,"message":"Forbidden resource","error":"Forbidden"}'),
		post,
		FORBIDDEN,
	],
	[responded(403, '{"message":"このプランではできません"}'), post, OWN_REASON],
	[responded(403, '{"message":"This account has been locked"}'), login, OWN_REASON],
	[responded(403, 'Your subscription has expired, sorry'), get, OWN_REASON],
	[responded(402, 'API access needs a Premium plan'), get, OWN_REASON],
	[responded(402, 'no'), get, 'The API needs a Premium, Business or Enterprise plan.'],
	[
		responded(407),
		get,
		'Enter the user name and password of the proxy in the proxy settings of this n8n, such as HTTPS_PROXY.',
	],
	[responded(408), get, 'The service is temporarily unavailable. Try again later.'],
	[
		responded(200, '<html><title>Access blocked by Zscaler</title></html>', {}, get),
		get,
		'A sign-in page, a firewall or a maintenance page may have responded instead of the API. If none did, the Base URL may be that of another page. Check "Base URL" in the credential: use the URL of the service in your browser, up to the first slash after the host name.',
	],
	[
		responded(422),
		get,
		'Check "Base URL" and the other fields of the credential. If they are right, ask the operator of the service.',
	],
	[
		responded(200, '{"error_code":"ComplexityException","status_code":429}', {}, get),
		get,
		'The service limits the request rate. Try again later.',
	],
	[
		responded(403, '{"error":{"code":403,"message":"User Rate Limit Exceeded"}}'),
		post,
		'The service limits the request rate. Try again later.',
	],
	[
		responded(422, '{"detail":"no such board","input":{"title":"Add a rate limit"}}'),
		post,
		'Check the values in the fields of this node.',
	],
	[
		responded(500),
		post,
		'The task may have been created anyway. Check the service before you try again.',
	],
	[responded(500), get, 'The service is temporarily unavailable. Try again later.'],
	[
		responded(405),
		get,
		'Check "Base URL" in the credential: use the URL of the service in your browser, up to the first slash after the host name.',
	],
	[
		responded(302, '', { location: 'https://new.example.com/api/v1/boards' }),
		get,
		'Enter the final URL as "Base URL" in the credential. This node calls /api/v1/boards below it.',
	],
	[responded(429), get, 'The service limits the request rate. Try again later.'],
])('the hint of %j to %j is %s', (outcome, request, hint) => {
	expect(explained(outcome, request).hint).toBe(hint);
});

describe('an explanation', () => {
	it("has the service's message, the status and a hint", () => {
		expect(explained(responded(422, '{"message":"title is too long"}'))).toEqual({
			message: 'The service responded with 422: title is too long',
			hint: CHECK_FIELDS,
			httpCode: '422',
		});
	});

	it.each([
		['to a create, with a message', onBoard, '{"message":"no"}', CHECK_NAMED],
		['to a write', { call: WRITE_BOARD, id: 7 }, '{"message":"no"}', CHECK_NAMED],
		['to a create, with a page', post, '<html><title>Not found</title></html>', CHECK_URL],
		['to a create, without a message', post, ' ', CHECK_URL],
		['to a list of one workspace', filtered, 'No such workspace', CHECK_NAMED],
		['to a list', get, 'No such path', CHECK_URL],
		['to a login', login, '{"message":"no such path"}', CHECK_URL],
	])('of a 404 %s says where to look', (_, request, text, hint) => {
		expect(explained(responded(404, text), request).hint).toBe(hint);
	});

	it.each<[string, Outcome, ApiRequest, string]>([
		['a 408 to a create', responded(408), post, MAY_EXIST],
		[
			'a 302 to a create',
			responded(302),
			{ ...post, call: CALLS.createBoard },
			`${MAY_EXIST.replace('task', 'board')} ${FRONT}`,
		],
		['a refusal in a 2xx', responded(200, '{"ok":false}'), post, `${MAY_EXIST} ${CHECK_FIELDS}`],
	])('of %s says whether it may have had an effect', (_, outcome, request, hint) => {
		expect(explained(outcome, request).hint).toBe(hint);
	});

	const STARTS: Record<string, string> = {
		moved: 'Enter the final URL as "Base URL"',
		slash: 'The service expects a slash at the end of /api/v1/boards. Ask its operator',
		front: 'Something in front of the service',
	};
	it.each<[string, string, string?]>([
		['https://www.tasks.example.com/api/v1/boards', 'moved'],
		['http://tasks.example.com/api/v1/boards', 'moved'],
		['https://tasks.example.com:8443/api/v1/boards?page=1', 'moved'],
		['//eu.example.com/api/v1/boards#top', 'moved'],
		['https://eu.example.com/app/api/v1/boards', 'moved', 'https://tasks.example.com/app'],
		['https://tasks.example.com/api/v1/boards/', 'slash'],
		['/api/v1/boards/', 'slash'],
		['/login', 'front'],
		['/login?next=/api/v1/boards', 'front'],
		['https://sso.example.com/login?next=https://tasks.example.com/api/v1/boards', 'front'],
		['https://sso.example.com/api/v1/boards/login', 'front'],
		['https://sso.example.com/', 'front'],
		['https://eu.example.com/api/v1/boards/', 'slash'],
		['https://eu.example.com/api/v1/boards', 'moved', 'https://tasks.example.com/app'],
		['http://', 'front'],
		['', 'front'],
	])('of a redirect to %j says that it %s', (...[location, kind, baseUrl = BASE_URL]) => {
		const outcome = classifyResponse(get, {
			status: 307,
			headers: { location },
			text: '',
			receivedDate: new Date(0),
		});
		const { hint } = explained(outcome, get, { baseUrl });
		expect(hint.startsWith(STARTS[kind] ?? '')).toBe(true);
		if (kind !== 'moved') expect(hint).not.toContain('Base URL');
	});

	const PAGE = '<!doctype html><title>Access denied</title>';
	it.each<[number, string, object?, ApiRequest?]>([
		[401, PAGE],
		[403, PAGE],
		[403, '<h1>Attention required</h1>'],
		[403, '<script>challenge()</script>', {}, get],
		[403, 'Blocked', { 'content-type': 'text/html' }],
		[403, 'error code: 1010', { 'content-type': 'text/plain' }],
		[403, '{"title":"Error 1010: Access denied","cloudflare_error":true}', {}],
		[401, '<center>401 Authorization Required</center>', {}, login],
	])(
		'of a %d with the page %j points to what is in front',
		(...[status, text, headers, request]) => {
			const { hint } = explained(responded(status, text, headers, request), request);
			expect(hint).toMatch(/^Something in front of the service responded, such as .*firewall/);
		},
	);

	it.each<[number, string, object?]>([
		[401, '{"message":"no token"}'],
		[403, '{"message":"<b>Premium</b> only"}'],
		[403, '{"message":"no"}', { 'content-type': 'text/html' }],
		[403, 'Premium only'],
		[403, 'The error code: 7'],
		[407, ''],
		[402, PAGE],
		[422, PAGE],
	])('of a %d with %j does not', (...[status, text, headers]) => {
		expect(explained(responded(status, text, headers)).hint).not.toMatch(/in front/);
	});

	const HTML = '<html><title>Welcome</title></html>';
	it.each<[string, ApiRequest, string, string]>([
		[
			'a web page',
			login,
			HTML,
			'The service responded to the login with a web page instead of data: Welcome',
		],
		['other data', get, '{"v":3}', 'The service responded with unexpected data: {"v":3}'],
	])(
		'of a 200 with %s says what was received and how to correct the Base URL',
		(_, request, text, expected) => {
			const { message, hint } = explained(responded(200, text, {}, request), request);
			expect(message).toBe(expected);
			expect(hint).toContain(CHECK_URL);
			expect(hint).toContain('maintenance');
		},
	);

	it('of a timeout names the option if there is one', () => {
		const outcome: Outcome = { kind: 'noResponse', cause: makeTimeoutCause(20_000) };
		const { message, hint } = explained(outcome, get, { hasTimeoutOption: true });
		expect(message).toBe('The service did not respond within 20 s');
		expect(hint).toBe('Increase "Timeout (Seconds)" in "Options" if it needs longer.');
		expect(explained(outcome, get).hint).toBe(explained(lost('ECONNRESET'), get).hint);
	});

	afterEach(() => jest.useRealTimers());

	it.each<[string, { askedMs: number; agoMs?: number }, string]>([
		['seconds', { askedMs: 30_000 }, 'after 2026-03-29 10:00:30 UTC (in 30 seconds).'],
		['hours', { askedMs: 20 * 3_600_000 }, 'after 2026-03-30 06:00:00 UTC (in 20 hours).'],
		[
			'what is left',
			{ askedMs: 600_000, agoMs: 290_000 },
			'after 2026-03-29 10:10:00 UTC (in 5 minutes).',
		],
	])('of a pause says when it ends, in %s', (_, { askedMs, agoMs = 0 }, when) => {
		jest.useFakeTimers({ now: NOW + agoMs });
		const { hint } = explained({ ...responded(429), askedMs } as Outcome);
		expect(hint).toContain(` Try again ${when}`);
	});

	it('of an item that was not sent quotes the last response, and has its advice', () => {
		const last: Outcome = { kind: 'noResponse', cause: makeTimeoutCause(20_000) };
		const { message, hint } = explained({ kind: 'givenUp', last }, post, {
			hasTimeoutOption: true,
		});
		expect(message).toBe(
			'Not sent, because earlier requests kept failing: The service did not respond within 20 s',
		);
		expect(hint).toMatch(/^Increase "Timeout /);
	});

	it('of an item that was not sent does not say that it may have had an effect', () => {
		const { message, hint } = explained({ kind: 'givenUp', last: responded(500, 'Down') });
		expect(message).toMatch(/^Not sent, .*The service responded with 500: Down$/);
		expect(hint).toBe(TRY_LATER);
	});

	it.each([
		['', 'A proxy responded with 407: no message'],
		[PAGE, 'A proxy responded with 407: Access denied'],
	])('of a 407 with %j is about a proxy, also at the login', (text, message) => {
		for (const request of [post, login]) {
			expect(explained(responded(407, text), request).message).toBe(message);
		}
	});

	it('of a refusal whose message is empty says so', () => {
		const { message } = explained(responded(404, '{ "message": "" }'));
		expect(message).toBe('The service responded with 404: no message');
	});

	it('of half a response is specific', () => {
		const { message, hint } = explained(responded(200, '[{"a":1},', {}, get), get);
		expect(message).toMatch(/200, but its response is incomplete or not valid JSON$/);
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
		const cause = { message: 'The login failed. Try again later.', hint: '' };
		expect(explained({ kind: 'notSent', cause, attempts: 5 }).message).toBe(
			'The login failed. Try again later. (after 5 attempts)',
		);
	});

	it('of a redirect to the path with a slash shows the path, not the query', () => {
		for (const location of ['/api/v1/tasks/', `http://10.0.0.7:8000/api/v1/tasks/`]) {
			const { message } = explained(responded(307, '', { location: `${location}?a=b` }));
			expect(message).toBe(`The service responded with 307: it redirects to ${location}`);
		}
	});

	it('of a rate limit in a 2xx to a create has both remedies', () => {
		const limited = responded(
			200,
			'{"errors":[{"type":"RATE_LIMITED","message":"No more today"}]}',
		);
		expect(explained(limited).hint).toBe(
			`${MAY_EXIST} The service limits the request rate. Try again later.`,
		);
	});

	it('contains no secrets and no query of a redirect', () => {
		const moved = explained(
			responded(302, '', { location: 'https://x.io/t0ken/api/v1/tasks?key=t0ken' }),
		);
		expect(moved.message).toBe('The service responded with 302: it redirects to https://x.io/***');
		for (const outcome of [responded(401, 'Unknown token t0ken'), lost('X', 'Bearer t0ken')]) {
			expect(JSON.stringify(explained(outcome))).not.toContain('t0ken');
		}
	});

	it.each<Outcome>([
		{ kind: 'answered', object: {}, remark: 'alreadyCreated' },
		{ kind: 'answered', object: {} },
	])('of what was not sent says so: %j', (outcome) => {
		expect(explained(outcome)).toEqual({ message: 'Nothing was sent', hint: '' });
	});

	it('of a rate limit at the login names the login', () => {
		const limited = responded(429, '{"message":"Slow down"}');
		const { message } = explained({ ...limited, isLogin: true } as Outcome);
		expect(message).toBe('The service responded to the login with 429: Slow down');
		expect(explained(limited).message).toBe('The service responded with 429: Slow down');
	});

	it('is joined where only one text is shown', () => {
		expect(joinMessageAndHint({ message: 'a', hint: 'B.' })).toBe('a. B.');
		expect(joinMessageAndHint({ message: 'a!', hint: '' })).toBe('a!');
	});
});
