import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { ASSUMED } from '../openapi/assumed';

/** Assumed: the API document shows no error bodies. */
export const errorBody = z
	.object({
		error: z.object({
			code: z.string(),
			message: z.string(),
			details: z.array(z.object({ field: z.string(), message: z.string() })),
		}),
	})
	.meta(ASSUMED);
export type ErrorBody = z.infer<typeof errorBody>;

const CODES: Record<number, string> = {
	400: 'bad_request',
	401: 'unauthorized',
	402: 'payment_required',
	403: 'forbidden',
	404: 'not_found',
	409: 'conflict',
	413: 'payload_too_large',
	415: 'unsupported_media_type',
	422: 'validation_failed',
	429: 'too_many_requests',
	503: 'unavailable',
};

/** Thrown anywhere below a route, answered as an `ErrorBody`. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: ErrorBody['error']['details'] = [],
	) {
		super(message);
	}
}

export function unknownRecord(kind: string, id: number, field: string): ApiError {
	const message = `There is no ${kind} ${id}`;
	return new ApiError(404, message, [{ field, message }]);
}

export function invalidFields(error: z.ZodError): ApiError {
	const details = error.issues.flatMap((issue) => {
		const path = issue.path.join('.');
		if (issue.code !== 'unrecognized_keys') return [{ field: path, message: issue.message }];
		return issue.keys.map((field) => ({ field, message: 'is not a known field' }));
	});
	return new ApiError(422, 'Some fields are missing or cannot be read', details);
}

export function answerError(
	error: FastifyError | ApiError,
	_: FastifyRequest,
	reply: FastifyReply,
) {
	const known = error instanceof ApiError;
	const status = known ? error.status : (error.statusCode ?? 500);
	return reply.code(status).send(errorBodyFor(status, error.message, known ? error.details : []));
}

export function errorBodyFor(
	status: number,
	message: string,
	details: ErrorBody['error']['details'] = [],
): ErrorBody {
	return { error: { code: CODES[status] ?? 'internal', message, details } };
}

export function answerUnknownRoute(request: FastifyRequest): never {
	throw new ApiError(404, `There is no ${request.method} ${request.url.split('?')[0]}`);
}
