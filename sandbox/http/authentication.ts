import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account';
import type { Assumed, Assumptions } from '../assumptions';
import { ApiError } from './errors';

const BEARER = /^Bearer (\S+)$/i;

/** API: `Authorization: Bearer <API_TOKEN>`. That a refusal is a 401 is assumed. */
export function requireToken(account: Account, assumptions: Assumptions) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
		if (token && account.accepts(token)) return requirePlan(assumptions.current);
		reply.header('www-authenticate', 'Bearer');
		throw new ApiError(401, token ? 'The API token is not valid' : 'An API token is required');
	};
}

/** API: tokens are for the Premium, Business and Enterprise plans. How others are refused is assumed. */
function requirePlan({ planRefusal }: Assumed): void {
	if (planRefusal === null) return;
	throw new ApiError(planRefusal, 'API access needs a Premium, Business or Enterprise plan');
}
