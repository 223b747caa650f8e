/** What an exchange without a good answer means, in plain words. */
const CAUSES = {
	ENOTFOUND: 'Host not found',
	EAI_AGAIN: 'Host not found',
	ECONNREFUSED: 'Nothing listens at this address',
	ECONNRESET: 'The connection was reset before an answer',
	UND_ERR_SOCKET: 'The connection was closed before an answer',
	EPROTO: 'No TLS at this address: http, not https?',
	timeout: 'No answer in time',
	'client left': 'The client left before the answer',
	'connection cut': 'A fault closed the connection',
	401: 'The key was not accepted: registered again since?',
	404: 'No workflow at this address: not published?',
	410: 'The receiver asked for no further events',
	500: 'The receiver failed',
	503: 'The receiver is not ready',
};

export function causeOf({ status, error }) {
	if (/CERT|SELF_SIGNED|ALTNAME/.test(error)) return 'The certificate is not valid';
	return CAUSES[error ?? status] ?? error ?? `It answered ${status}`;
}

export const isTestAddress = (url) => url.includes('/webhook-test/');

/** The state of a webhook: the kind of its tag, one word and the reason. */
export function healthOf({ active, health }) {
	if (!active) return { kind: '', word: 'ended', why: 'It answered 410: it is not called again' };
	if (!health) return { kind: '', word: 'not called yet' };
	const { status } = health.last;
	if (status >= 200 && status < 300) return { kind: 'ok', word: `working, ${status}` };
	if (health.last.notListening) {
		const why = 'Normal for a test address: n8n listens there only during a test';
		return { kind: '', word: 'n8n is not listening', why };
	}
	return { kind: 'bad', word: `failing, ${status ?? 'no answer'}`, why: causeOf(health.last) };
}

/** Whether a line of the log is a request or delivery that did not succeed. */
export const failed = ({ kind, status, error, notListening }) =>
	!notListening && (error !== null || status >= (kind === 'request' ? 400 : 300));

/** What n8n does after its webhook was lost, which it cannot notice. */
export const afterLoss = (url) =>
	isTestAddress(url)
		? 'To test again, let n8n listen once without an event: the next time, it registers a new webhook. Or change Options → Registration Label.'
		: 'The published workflow receives nothing more: change Options → Registration Label in its trigger, and publish it.';

const TABLE = [
	['request', 'status', 'Error status', 'Answers with this status.', 'status when retryAfter body'],
	['request', 'html', 'HTML answer', 'Answers with a web page instead of JSON.', 'status when'],
	['request', 'truncated', 'Truncated JSON', 'It is carried out; half of the answer arrives.', ''],
	['request', 'slow', 'Slow answer', 'The answer comes late.', 'delayMs when'],
	['request', 'reset', 'Connection reset', 'The connection is cut.', 'when'],
	['delivery', 'double', 'Delivered twice', 'The same notification comes twice.', ''],
	['delivery', 'delay', 'Delayed', 'It comes late; later ones overtake it.', 'delayMs'],
	['delivery', 'odd-body', 'Odd body', 'The given body, or odd ones in turn.', 'body contentType'],
	['delivery', 'odd-content-type', 'Odd content type', 'The usual body.', 'contentType'],
];

/** What can go wrong, by its name: its side, and the fields that others do not have. */
export const KINDS = Object.fromEntries(
	TABLE.map(([on, kind, label, hint, fields]) => [kind, { on, label, hint, fields }]),
);

export const ROUTES = {
	request: [
		'POST /api/v1/auth/login',
		'GET /api/v1/boards',
		'POST /api/v1/boards',
		'POST /api/v1/tasks',
		'POST /api/v1/webhooks',
	],
	delivery: ['task.created', 'task.updated'],
};

export const MOMENTS = {
	before: 'before the work is done',
	during: 'in the middle of the answer',
	after: 'after the work was done',
};

const POLITE = '{"ok":false,"error":"This board takes no more tasks"}';

/** What services do to their clients: a fault, or another assumption. */
export const PRESETS = [
	['500', { fault: { kind: 'status', status: 500 } }],
	['401 once', { fault: { kind: 'status', status: 401, times: 1 } }],
	['429 once', { fault: { kind: 'status', status: 429, retryAfter: { seconds: 2 }, times: 1 } }],
	['3 requests a second', { assumptions: { rateLimit: { requests: 3, seconds: 1 } } }],
	['Slow, 30 s', { fault: { kind: 'slow', delayMs: 30_000 } }],
	['Maintenance page', { fault: { kind: 'html', status: 503 } }],
	['Refuses politely', { fault: { kind: 'status', status: 200, body: POLITE } }],
	['Hangs up after the work', { fault: { kind: 'reset', when: 'after' } }],
	['Verifies addresses', { assumptions: { addressCheck: 'hub.challenge' } }],
];

/** Assumptions that cause trouble, by name: what they do while they are set. */
export const ASSUMED = {
	rateLimit: ({ requests, seconds }) =>
		`Rate limit: ${requests} requests in ${seconds} s, then 429 with an exact Retry-After`,
	addressCheck: (parameter) => `Webhook addresses have to echo the challenge in ${parameter}`,
};
