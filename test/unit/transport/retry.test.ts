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

const AGAIN = 'GET and POST';
const GET_ONLY = 'GET';
const NEVER = 'nothing';

describe('the retry policy', () => {
	it.each([
		['no such host', AGAIN, lost('ENOTFOUND', 'getaddrinfo ENOTFOUND a.b')],
		['an unreachable host', AGAIN, lost('EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:443')],
		['a connect that timed out', AGAIN, lost('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443')],
		['a peer that speaks no TLS', AGAIN, lost('EPROTO')],
		['an expired certificate', AGAIN, lost('CERT_HAS_EXPIRED')],
		[
			'a connection closed during TLS',
			AGAIN,
			lost(
				'ECONNRESET',
				'Client network socket disconnected before secure TLS connection was established',
			),
		],
		['a reset', GET_ONLY, lost('ECONNRESET', 'read ECONNRESET')],
		['a connection closed without an answer', GET_ONLY, lost('ECONNRESET', 'socket hang up')],
		['no answer in time', GET_ONLY, lost('ECONNABORTED', 'timeout of 20000ms exceeded')],
		['a time-out in an unknown phase', GET_ONLY, lost('ETIMEDOUT')],
		['a route that was lost while reading', GET_ONLY, lost('EHOSTUNREACH', 'read EHOSTUNREACH')],
		['TLS that broke while reading', GET_ONLY, lost('ERR_SSL_BAD_RECORD_MAC')],
		['an answer cut short', GET_ONLY, lost('200', 'stream has been aborted')],
		['a login that was not sent', AGAIN, lost('LOGIN_NOT_SENT')],
		['a login that was refused', NEVER, lost('LOGIN_FAILED')],
		['a pause that is too long to wait for', NEVER, lost('WITHHELD')],
		['a failure of n8n before the request', AGAIN, lost('NOT_SENT')],
		['429 with Retry-After', AGAIN, answered(429, '2')],
		['503 with Retry-After', AGAIN, answered(503, '2')],
		['503', GET_ONLY, answered(503)],
		['503 with an invalid Retry-After', GET_ONLY, answered(503, 'soon')],
		['500', GET_ONLY, answered(500)],
		['401', NEVER, answered(401)],
		['400', NEVER, answered(400)],
		['422 with Retry-After', NEVER, answered(422, '2')],
		['302', NEVER, answered(302)],
		['201', NEVER, answered(201)],
		['429 with a Retry-After beyond the limit', NEVER, answered(429, '301')],
	])('after %s sends again: %s', (_, expected, outcome) => {
		const again = (method: 'GET' | 'POST') =>
			waitBeforeRetry(method, outcome, 0, NOW, 0.5) !== undefined;
		const sent = (['GET', 'POST'] as const).filter(again);
		expect(sent.join(' and ') || NEVER).toBe(expected);
	});

	it.each([
		['grows with the attempt', answered(429), 3, 0.5, 4_000],
		['is bounded', answered(429), 30, 1, 30_000],
		['is never shorter than asked', answered(429, '7'), 0, 0.5, 7_000],
		['may be longer than asked', answered(429, '1'), 4, 0.5, 8_000],
		['can be as long as the limit', answered(429, '300'), 0, 0, 300_000],
	])('has a wait that %s', (_, outcome, attempt, random, wait) => {
		expect(waitBeforeRetry('POST', outcome, attempt, NOW, random)).toBe(wait);
	});

	it('subtracts the time since the answer', () => {
		expect(waitBeforeRetry('POST', answered(429, '7'), 0, NOW + 3_000, 0)).toBe(4_000);
	});
});

describe('mustStand', () => {
	it.each([
		['a create that was done', 'POST' as const, answered(201), true],
		['a create that may have been done', 'POST' as const, answered(500), true],
		['a create that got no answer', 'POST' as const, lost('ECONNRESET'), true],
		['a create that was not sent', 'POST' as const, lost('ECONNREFUSED'), false],
		['a rate-limited create', 'POST' as const, answered(429), false],
		['a create that was refused', 'POST' as const, answered(422), false],
		['a list', 'GET' as const, answered(200), false],
	])('knows whether %s must not be repeated', (_, method, outcome, stands) => {
		expect(mustStand(method, outcome)).toBe(stands);
	});
});
