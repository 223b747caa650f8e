import type { ApiResponse, Outcome } from '../../nodes/WorkspaceTaskService/outcome';

/* How exchanges end, for tests in which it does not matter what was exchanged. */

export const responseWith = (status: number, text = '', headers = {}): ApiResponse => {
	return { status, headers, text, receivedDate: new Date(0) };
};
export const DONE: Outcome = { kind: 'done', response: responseWith(201), body: {} };
export const rateLimited = (askedMs?: number): Outcome => {
	return { kind: 'rateLimited', response: responseWith(429), askedMs };
};
export const serverError = (status: number): Outcome => {
	return { kind: 'serverError', response: responseWith(status) };
};
export const ERROR = serverError(500);
/** The connection was lost. */
export const lost = (message = ''): Outcome => {
	return { kind: 'noResponse', cause: { message, hint: '' } };
};
export const NOT_SENT: Outcome = { kind: 'notSent', cause: { message: '', hint: '' } };
