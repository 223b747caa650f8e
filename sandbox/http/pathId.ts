import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { ApiError } from './errors';

const idPath = z.object({ id: z.coerce.number().int() });

/**
 * The id in a path that ends in `/:id`.
 * @throws ApiError 404 when it is no integer.
 */
export function pathId({ params }: FastifyRequest, what: string): number {
	const path = idPath.safeParse(params);
	if (!path.success) throw new ApiError(404, `A ${what} id is an integer`);
	return path.data.id;
}
