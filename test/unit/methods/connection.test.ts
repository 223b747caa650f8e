import { complaintAbout } from '../../../nodes/WorkspaceTaskService/methods/connection';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/request';

const answer = (status: number, text: string, headers = {}): Outcome => ({
	...{ status, text, headers, at: 0 },
});
const none = (code: string, reason = ''): Outcome => ({ status: null, code, reason });

describe('complaintAbout', () => {
	it.each([
		['boards', '[{"id":1,"name":"Launch"}]'],
		['no boards', '[]'],
		['wrapped boards', '{"boards":[{"id":1}]}'],
	])('accepts %s', (_, text) => {
		expect(complaintAbout(answer(200, text), [])).toBeUndefined();
	});

	const OTHER = 'No task service answers at this Base URL';
	it.each<[string, Outcome, string]>([
		['a page', answer(200, '<html><title>Shop</title>'), `${OTHER}: there is a web page (Shop)`],
		['text', answer(200, 'OK'), `${OTHER}: there is something else than a list of boards (OK)`],
		['other JSON', answer(200, '{"status":"up"}'), `${OTHER}: there is something else than`],
		['a list of others', answer(200, '[1,"two"]'), `${OTHER}: there is something else than`],
		['not found', answer(404, '{"error":"No route"}'), `${OTHER} (404). Check the address`],
		['gone', answer(410, ''), `${OTHER} (410)`],
		[
			'a redirect',
			answer(302, '', { location: 'https://sso.example/in?token=t0ken-1#x' }),
			'This Base URL redirects to https://sso.example/in. Enter the final address.',
		],
		['a redirect to nowhere', answer(301, ''), 'redirects to another one'],
		[
			'a refused token',
			answer(401, '{"error":"Bad token"}'),
			'401: Bad token. It rejected the token',
		],
		[
			'a plan without API access',
			answer(403, '{"error":"Upgrade"}'),
			'403: Upgrade. The API needs a',
		],
		['too many requests', answer(429, 'Slow down'), 'The service answered 429: Slow down.'],
		['a failure', answer(500, '{"error":"oops"}'), '500: oops. It has trouble of its own'],
		['an unknown host', none('ENOTFOUND'), 'No answer: There is no such address'],
		['a closed port', none('ECONNREFUSED'), 'No answer: Nothing listens at this Base URL'],
		['plain http', none('EPROTO'), 'This address does not speak https'],
		[
			'an unknown certificate',
			none('DEPTH_ZERO_SELF_SIGNED_CERT'),
			'does not trust the certificate',
		],
		['silence', none('ECONNABORTED'), 'None came in time'],
		['a connection that was cut', none('ECONNRESET'), 'The connection was cut'],
		['anything else', none('EWHAT', 'what EWHAT was'), 'No answer: what was. Check the Base URL'],
	])('explains %s', (_, outcome, words) => {
		expect(complaintAbout(outcome, [])).toContain(words);
	});

	it.each<[string, Outcome]>([
		['a page', answer(200, '<html><title>t0ken-1 is old</title>')],
		['text', answer(200, 't0ken-1 is old')],
		['a refusal', answer(401, '{"error":"t0ken-1 is old"}')],
		['a redirect', answer(302, '', { location: 'https://a.example/t0ken-1/' })],
		['no answer', none('EWHAT', 't0ken-1 is old')],
	])('masks secrets in %s', (_, outcome) => {
		const complaint = complaintAbout(outcome, ['t0ken-1']);
		expect(complaint).toContain('***');
		expect(complaint).not.toContain('t0ken');
	});
});
