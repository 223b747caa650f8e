import type { NoAnswer, Outcome } from './request';
import { isSuccess } from './request';
import { allowedAt } from './retryAfter';

/** What an outcome proves about the request. */
export type Proof = 'done' | 'never sent' | 'put off' | 'unclear' | 'refused';

export function proofOf(outcome: Outcome): Proof {
	if (outcome.status === null && ['LOGIN_FAILED', 'WITHHELD'].includes(outcome.code))
		return 'refused';
	if (outcome.status === null) return wasNeverSent(outcome) ? 'never sent' : 'unclear';
	if (isSuccess(outcome)) return 'done';
	if (outcome.status === 429 || allowedAt(outcome) !== undefined) return 'put off';
	return outcome.status >= 500 ? 'unclear' : 'refused';
}

/** Codes that prove that the request never left: no address, no connection, no TLS, no login. */
const NEVER_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EPROTO|ERR_INVALID_URL|ERR_TLS_(CERT_\w+|HANDSHAKE_TIMEOUT)|ERR_SSL_(WRONG_VERSION_NUMBER|\w*HANDSHAKE_FAILURE|\w*PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|NOT_SENT|LOGIN_NOT_SENT)$/;

/** The same, where the code is one that a connection which was up can have too. */
const NEVER_SENT_WORDS =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;

function wasNeverSent({ code, detail = '' }: NoAnswer): boolean {
	return NEVER_SENT.test(code) || NEVER_SENT_WORDS.test(detail);
}
