import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account';
import { ApiError } from './errors';

const BEARER = /^Bearer (\S+)$/i;

/** API: `Authorization: Bearer <API_TOKEN>`. That a refusal is a 401 is assumed. */
export function requireToken(account: Account) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
		if (token && account.accepts(token)) return;
		reply.header('www-authenticate', 'Bearer');
		throw new ApiError(401, token ? 'The API token is not valid' : 'An API token is required');
	};
}
