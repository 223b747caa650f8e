import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
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

function invalidFields(error: z.ZodError): ApiError {
	const details = error.issues.flatMap((issue) => {
		const path = issue.path.join('.');
		if (issue.code !== 'unrecognized_keys') return [{ field: path, message: issue.message }];
		return issue.keys.map((field) => ({ field, message: 'is not a known field' }));
	});
	return new ApiError(422, 'Some fields are missing or cannot be read', details);
}

export function errorHandler(assumptions: { readonly current: Assumed }) {
	return (thrown: FastifyError | ApiError | z.ZodError, _: FastifyRequest, reply: FastifyReply) => {
		const { current } = assumptions;
		const error = thrown instanceof z.ZodError ? invalidFields(thrown) : thrown;
		const { message } = error;
		const { status: usual, details } =
			error instanceof ApiError ? error : { status: error.statusCode ?? 500, details: [] };
		const status = usual === 422 ? current.validationStatus : usual;
		const { contentType, body } = shapeError({ status, message, details }, current);
		return reply.code(status).type(contentType).send(body);
	};
}

/** For the control routes. */
export const defaultErrorHandler = errorHandler({ current: DEFAULTS });

export function rejectUnknownRoute(request: FastifyRequest): never {
	throw new ApiError(404, `There is no ${request.method} ${request.url.split('?')[0]}`);
}
