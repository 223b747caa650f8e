import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';
import type { Assumed } from '../assumptions';
import { ApiError, unknownRecord } from './errors';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Keeps every body as text, so that the journal also has invalid ones. */
export function acceptAnyBody(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}

/** 415 for another content type, 400 for malformed JSON, 422 for invalid fields. */
export function readBody<T extends z.ZodType>(request: FastifyRequest, schema: T): z.infer<T> {
	if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
		throw new ApiError(415, 'The content type has to be application/json');
	}
	return schema.parse(parseJson(request.body));
}

/** As `readBody`, but keeps unknown fields if that is assumed. */
export function readRecord<T extends z.ZodObject>(
	request: FastifyRequest,
	schema: T,
	{ unknownFields }: Assumed,
): z.infer<T> {
	return readBody(request, unknownFields === 'kept' ? schema.loose() : schema) as z.infer<T>;
}

function parseJson(body: unknown): unknown {
	try {
		return JSON.parse(String(body));
	} catch {
		throw new ApiError(400, 'The body is not JSON');
	}
}

/**
 * What the `:id` in the path names.
 * @throws ApiError 404
 */
export function readPath<R>(
	{ params }: FastifyRequest,
	kind: string,
	find: (id: number) => R | undefined,
): R {
	const { id } = Object(params);
	const found = find(Number(id));
	if (found === undefined) throw unknownRecord(kind, id, 'id');
	return found;
}
