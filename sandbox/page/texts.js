/** What a failed exchange means, by error code or status. */
const CAUSES = {
	ENOTFOUND: 'Host not found',
	EAI_AGAIN: 'Host not found',
	ECONNREFUSED: 'Nothing is listening at this address',
	ECONNRESET: 'The connection was reset before a response',
	UND_ERR_SOCKET: 'The connection was closed before a response',
	EPROTO: 'No TLS at this address: http instead of https?',
	timeout: 'No response in time',
	'client left': 'The client disconnected before the response',
	'connection cut': 'A fault closed the connection',
	401: 'The key was refused: did n8n register a new webhook?',
	404: 'No workflow at this URL: is it published?',
	410: 'The receiver asked for no further events',
	500: 'The receiver failed',
	503: 'The receiver is not ready',
};

export function causeOf({ status, error }) {
	if (/CERT|SELF_SIGNED|ALTNAME/.test(error)) return 'The certificate is not valid';
	return CAUSES[error ?? status] ?? error ?? `Responded with ${status}`;
}

export const isTestUrl = (url) => url.includes('/webhook-test/');

/** The kind and label of a webhook's tag, and the reason. */
export function healthOf({ active, health }) {
	if (!active) return { kind: '', label: 'ended', reason: 'Responded with 410: no further events' };
	if (!health) return { kind: '', label: 'not called yet' };
	const { status } = health.last;
	if (status >= 200 && status < 300) return { kind: 'ok', label: `working, ${status}` };
	if (health.last.notListening) {
		const reason = 'Normal for a test URL: n8n only listens during a test';
		return { kind: '', label: 'n8n is not listening', reason };
	}
	const label = `failing, ${status ?? 'no response'}`;
	return { kind: 'bad', label, reason: causeOf(health.last) };
}

/** Whether a line of the log is a request or delivery that did not succeed. */
export const failed = ({ kind, status, error, notListening }) =>
	!notListening && (error !== null || status >= (kind === 'request' ? 400 : 300));

/** n8n cannot notice that its webhook was deleted. */
export const afterDeletion = (url) =>
	isTestUrl(url)
		? 'To test again, let n8n listen once without an event, and then again: the second time, it registers a new webhook. Or change Options → Registration Label.'
		: 'The published workflow receives no more events: change Options → Registration Label in its trigger, and publish it again.';
