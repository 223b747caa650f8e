/**
 * A login that gave no token. The message is for people: what happened, and the way out. It carries
 * no `response`: n8n would log in again if it found one with status 401.
 */
export class LoginFailure extends Error {
	constructor(
		message: string,
		/** `LOGIN_NOT_SENT`: the service has not heard of it, so it may be tried again. */
		readonly code: 'LOGIN_FAILED' | 'LOGIN_NOT_SENT',
		/** For how long all who ask get the same answer, without a request. */
		readonly keptForMs: number,
	) {
		super(message);
	}
}
