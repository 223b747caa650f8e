/**
 * A login that gave no token. The message is for people: what happened, and the way out. It carries
 * no `response`: n8n would log in again if it found one with status 401.
 */
export class LoginFailure extends Error {
	constructor(
		message: string,
		/** Refused: the service said no to these credentials, and asking again can only do harm. */
		readonly code: 'LOGIN_REFUSED' | 'LOGIN_FAILED',
	) {
		super(message);
	}
}
