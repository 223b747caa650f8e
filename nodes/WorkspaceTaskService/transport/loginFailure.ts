import type { Outcome } from './outcome';

/**
 * A login that gave no token. The message is for people. It carries no `response`: n8n would log in
 * again if it found one with status 401.
 */
export class LoginFailure extends Error {
	constructor(
		message: string,
		/** Of the request that needed the token; it was not sent. */
		readonly outcome: Outcome,
		/** For how long all callers get this answer without a request. */
		readonly keptForMs = 0,
	) {
		super(message);
	}
}
