import { classifyThrown } from '../../../nodes/WorkspaceTaskService/http/thrown';
import type { OutcomeKind } from '../../../nodes/WorkspaceTaskService/outcome';

const BASE_URL = 'https://tasks.example.com';

const lost = (code: string, message = '', more = {}) => ({
	message: 'a sentence of n8n',
	cause: { isAxiosError: true, code, message, ...more },
});

const cutShort = (statusCode: number) =>
	lost('ERR_BAD_RESPONSE', 'stream has been aborted', { request: { res: { statusCode } } });

/** Axios 1.12 and older, which n8n 1.100 and 2.0 have, set the mark on the prototype. */
const malformed = () => {
	const error = { code: 'HPE_INVALID_HEADER_TOKEN', message: 'Parse Error' };
	return Object.setPrototypeOf(error, { isAxiosError: true }) as object;
};

/** As axios throws it. Its own message is empty. */
const ofSeveralAddresses = () => {
	const tried = ['192.0.2.1', '2001:db8::1'].map((address) => {
		return new Error(`connect EHOSTUNREACH ${address}:443`);
	});
	const cause = new AggregateError(tried, '');
	return { isAxiosError: true, code: 'EHOSTUNREACH', message: '', cause };
};

describe('a failed connection', () => {
	it.each<[string, object, OutcomeKind]>([
		['a connect that timed out', lost('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'), 'notSent'],
		['a peer that speaks no TLS', lost('EPROTO'), 'notSent'],
		['a failed handshake', lost('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'), 'notSent'],
		['another version of TLS', lost('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'notSent'],
		['an unknown authority', lost('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'notTrusted'],
		['a certificate of another host', lost('ERR_TLS_CERT_ALTNAME_INVALID'), 'notTrusted'],
		['an unknown leaf', lost('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'notTrusted'],
		['a certificate for another purpose', lost('INVALID_PURPOSE'), 'notTrusted'],
		['a certificate of no authority', lost('INVALID_CA'), 'notTrusted'],
		[
			'a connection closed during TLS',
			lost('ECONNRESET', 'Client network socket disconnected before secure TLS connection was'),
			'notSent',
		],
		[
			'a proxy that breaks off',
			lost('', 'Proxy connection ended before receiving CONNECT'),
			'notSent',
		],
		[
			'a request that n8n blocked',
			lost('', 'The request was blocked because it resolves'),
			'notSent',
		],
		['a download that broke', { code: 'ECONNRESET', message: 'aborted' }, 'noResponse'],
		['a malformed response', malformed(), 'noResponse'],
		['a response that is no HTTP', Object.create({ isAxiosError: true }), 'noResponse'],
		['a text with the words', lost('EX', 'did not disconnect EX'), 'noResponse'],
		['a route lost while reading', lost('EHOSTUNREACH', 'read EHOSTUNREACH'), 'noResponse'],
		['TLS that broke while reading', lost('ERR_SSL_BAD_RECORD_MAC'), 'noResponse'],
		[
			'a missing certificate of n8n',
			lost('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
			'noResponse',
		],
		['all addresses of a host, in NodeApiError', { cause: ofSeveralAddresses() }, 'notSent'],
		['a success cut short', cutShort(201), 'unreadable'],
		['a refusal cut short', cutShort(500), 'noResponse'],
	])('after %s is %s', (_, error, kind) => expect(classifyThrown(error, BASE_URL).kind).toBe(kind));

	const silent = (code: string) => ({ isAxiosError: true, code, message: '' });
	it.each<[string, object, string]>([
		[
			'with words',
			lost('EHOSTDOWN', 'read EHOSTDOWN while n8n waited'),
			'The service cannot be reached: while n8n waited',
		],
		['with a code alone', lost('EPIPE', 'write EPIPE'), 'The service cannot be reached'],
		['without a message', silent('ETIMEDOUT'), 'The service cannot be reached'],
		[
			'without a word on a certificate',
			silent('CERT_HAS_EXPIRED'),
			'n8n does not trust the certificate of the service, or of the proxy of this n8n',
		],
		['of n8n, without a message', new Error(''), 'n8n did not send the request'],
		[
			'of n8n, in its own error',
			{ message: 'UNKNOWN ERROR', cause: new Error('locked') },
			'n8n did not send the request: locked',
		],
		[
			'with a handshake that failed',
			lost('EPROTO', '0A000410:SSL routines:ssl3_read_bytes:ssl/tls alert handshake failure'),
			'n8n and the service could not agree on a secure connection',
		],
		[
			'with a certificate that signs itself',
			lost('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
			'n8n does not trust the certificate of the service, or of the proxy of this n8n: self-signed certificate',
		],
		[
			'with an address',
			lost('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'),
			'The service cannot be reached: 10.0.0.1:443',
		],
	])('%s has a whole sentence', (_, error, message) => {
		expect(classifyThrown(error, BASE_URL)).toMatchObject({ cause: { message } });
	});
});

describe('what could not be reached', () => {
	const PROXY_HINT = /^The Base URL has another host name, so .* proxy settings of this n8n/;
	it.each<[string, object, string, RegExp]>([
		[
			'the name of the service',
			lost('ENOTFOUND', 'getaddrinfo ENOTFOUND tasks.example.com'),
			'The host name “tasks.example.com” was not found',
			/^Check its spelling in the credential/,
		],
		[
			'the name of a proxy',
			lost('ENOTFOUND', 'getaddrinfo ENOTFOUND nosuchproxy.invalid'),
			'The host name “nosuchproxy.invalid” was not found',
			PROXY_HINT,
		],
		[
			'a resolver that does not respond',
			lost('EAI_AGAIN', 'getaddrinfo EAI_AGAIN proxy.corp'),
			'The host name “proxy.corp” was not found',
			PROXY_HINT,
		],
		[
			'a port',
			lost('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:3128'),
			'The connection to 10.0.0.7:3128 was refused',
			/^The service, or the proxy of this n8n, may be down\. /,
		],
		[
			'a port at an address of IPv6',
			lost('ECONNREFUSED', 'connect ECONNREFUSED ::1:3128'),
			'The connection to ::1:3128 was refused',
			/host name and port/,
		],
		[
			'a port that Node.js does not name',
			lost('ECONNREFUSED'),
			'The connection to tasks.example.com was refused',
			/host name and port/,
		],
	])('is named: %s', (_, error, message, hint) => {
		expect(classifyThrown(error, BASE_URL)).toMatchObject({
			kind: 'notSent',
			cause: { message, hint: expect.stringMatching(hint) },
		});
	});
});
