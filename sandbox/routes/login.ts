import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body';
import { ApiError } from '../http/errors';
import { loginRequest } from '../schemas';
import type { Services } from '../services';
import { shapeSession } from '../shapes/answers';

/** API: POST /api/v1/auth/login. Assumed: no Authorization header needed, 401 on a refusal. */
export function loginRoute(app: FastifyInstance, { account, assumptions }: Services): void {
	app.post('/auth/login', { config: { documented: true } }, async (request) => {
		const session = account.logIn(readBody(request, loginRequest));
		if (!session) throw new ApiError(401, 'The e-mail address or the password is wrong');
		return shapeSession(session, assumptions.current);
	});
}
