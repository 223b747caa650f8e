import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';
import { DEFAULTS, type Assumed } from '../assumptions';
import { shapeError, type Refusal } from '../shapes/errors';

/** Sent in the assumed shape when thrown in a route. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: Refusal['details'] = [],
	) {
		super(message);
	}
}

export function unknownRecord(kind: string, id: number | string, field: string): ApiError {
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

export function errorHandler(assumptions: { readonly current: Assumed }) {
	return (error: FastifyError | ApiError, _: FastifyRequest, reply: FastifyReply) => {
		const refusal = refusalFrom(error, assumptions.current);
		const { contentType, body } = shapeError(refusal, assumptions.current);
		return reply.code(refusal.status).type(contentType).send(body);
	};
}

/** For the control routes. */
export const defaultErrorHandler = errorHandler({ current: DEFAULTS });

function refusalFrom(error: FastifyError | ApiError, { validationStatus }: Assumed): Refusal {
	const { message } = error;
	if (!(error instanceof ApiError)) {
		return { status: error.statusCode ?? 500, message, details: [] };
	}
	const status = error.status === 422 ? validationStatus : error.status;
	return { status, message, details: error.details };
}

export function rejectUnknownRoute(request: FastifyRequest): never {
	throw new ApiError(404, `There is no ${request.method} ${request.url.split('?')[0]}`);
}
