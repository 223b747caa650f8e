import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/request';
import { mustStand, waitBeforeRetry } from '../../../nodes/WorkspaceTaskService/transport/retry';

const NOW = Date.parse('2026-03-29T10:00:00Z');
const answered = (status: number, retryAfter?: string): Outcome => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	text: '',
	at: NOW,
});
const lost = (code: string, detail = ''): Outcome => ({ status: null, code, reason: 'x', detail });

const AGAIN = { GET: true, POST: true };
const GET_ONLY = { GET: true, POST: false };
const NEVER = { GET: false, POST: false };

describe('the retry policy', () => {
	it.each([
		['no such host', lost('ENOTFOUND', 'getaddrinfo ENOTFOUND a.b'), AGAIN],
		['a resolver that is away', lost('EAI_AGAIN'), AGAIN],
		['a refused connection', lost('ECONNREFUSED'), AGAIN],
		['an unreachable host', lost('EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:443'), AGAIN],
		['an unreachable network', lost('ENETUNREACH', 'connect ENETUNREACH 10.0.0.1:443'), AGAIN],
		['a connect that timed out', lost('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'), AGAIN],
		['a peer that speaks no TLS', lost('EPROTO'), AGAIN],
		['an expired certificate', lost('CERT_HAS_EXPIRED'), AGAIN],
		['a wrong certificate', lost('ERR_TLS_CERT_ALTNAME_INVALID'), AGAIN],
		[
			'a connection closed during TLS',
			lost(
				'ECONNRESET',
				'Client network socket disconnected before secure TLS connection was established',
			),
			AGAIN,
		],
		['a reset', lost('ECONNRESET', 'read ECONNRESET'), GET_ONLY],
		['a connection closed without an answer', lost('ECONNRESET', 'socket hang up'), GET_ONLY],
		['no answer in time', lost('ECONNABORTED', 'timeout of 20000ms exceeded'), GET_ONLY],
		['a time-out whose phase is not told', lost('ETIMEDOUT'), GET_ONLY],
		['a route that was lost while reading', lost('EHOSTUNREACH', 'read EHOSTUNREACH'), GET_ONLY],
		['TLS that broke while reading', lost('ERR_SSL_BAD_RECORD_MAC'), GET_ONLY],
		['an answer cut short', lost('200', 'stream has been aborted'), GET_ONLY],
		['a failure nobody knows', lost('UNKNOWN'), GET_ONLY],
		['a login that never left', lost('LOGIN_NOT_SENT'), AGAIN],
		['a login that was refused', lost('LOGIN_FAILED'), NEVER],
		['a pause that is too long to wait for', lost('WITHHELD'), NEVER],
		['a failure of n8n before the request', lost('NOT_SENT'), AGAIN],
		['429', answered(429), AGAIN],
		['429 with Retry-After', answered(429, '2'), AGAIN],
		['503 with Retry-After', answered(503, '2'), AGAIN],
		['503', answered(503), GET_ONLY],
		['503 with a Retry-After that says nothing', answered(503, 'soon'), GET_ONLY],
		['500', answered(500), GET_ONLY],
		['502', answered(502), GET_ONLY],
		['504', answered(504), GET_ONLY],
		['401, after which n8n itself logs in anew', answered(401), NEVER],
		['400', answered(400), NEVER],
		['403', answered(403), NEVER],
		['404', answered(404), NEVER],
		['422 with Retry-After', answered(422, '2'), NEVER],
		['302', answered(302), NEVER],
		['201', answered(201), NEVER],
		['429 with a Retry-After beyond the budget', answered(429, '301'), NEVER],
	])('after %s sends again: %o', (_, outcome, expected) => {
		const again = (method: 'GET' | 'POST') =>
			waitBeforeRetry(method, outcome, 0, NOW, 0.5) !== undefined;
		expect({ GET: again('GET'), POST: again('POST') }).toEqual(expected);
	});

	it.each([
		['grows with the attempt', answered(429), 3, 0.5, 4_000],
		['can be nothing at all', answered(429), 3, 0, 0],
		['is bounded', answered(429), 30, 1, 30_000],
		['is never shorter than told', answered(429, '7'), 0, 0.5, 7_000],
		['may be longer than told', answered(429, '1'), 4, 0.5, 8_000],
		['can be as long as the budget', answered(429, '300'), 0, 0, 300_000],
	])('has a wait that %s', (_, outcome, attempt, random, wait) => {
		expect(waitBeforeRetry('POST', outcome, attempt, NOW, random)).toBe(wait);
	});

	it('counts the time since the answer came', () => {
		expect(waitBeforeRetry('POST', answered(429, '7'), 0, NOW + 3_000, 0)).toBe(4_000);
	});
});

describe('mustStand', () => {
	it.each([
		['a create that was done', 'POST' as const, answered(201), true],
		['a create that may have been done', 'POST' as const, answered(500), true],
		['a create that got no answer', 'POST' as const, lost('ECONNRESET'), true],
		['a create that never left', 'POST' as const, lost('ECONNREFUSED'), false],
		['a create that was put off', 'POST' as const, answered(429), false],
		['a create that was refused', 'POST' as const, answered(422), false],
		['a list', 'GET' as const, answered(200), false],
	])('says of %s whether it is never to be repeated', (_, method, outcome, stands) => {
		expect(mustStand(method, outcome)).toBe(stands);
	});
});
