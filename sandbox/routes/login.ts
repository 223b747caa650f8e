import type { FastifyInstance } from 'fastify';
import type { Account } from '../account';
import { readBody } from '../http/body';
import { ApiError } from '../http/errors';
import { loginRequest } from '../schemas';

/** API: POST /api/v1/auth/login. Assumed: no Authorization header needed, 401 on a refusal. */
export function loginRoute(app: FastifyInstance, account: Account): void {
	app.post('/auth/login', { config: { documented: true } }, async (request) => {
		const session = account.logIn(readBody(request, loginRequest));
		if (!session) throw new ApiError(401, 'The e-mail address or the password is wrong');
		return session;
	});
}
