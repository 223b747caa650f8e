import type { FastifyReply } from 'fastify';
import type { Assumed } from '../assumptions/schema';
import { shapeCreated } from '../shapes/answers';

/** The answer to a request that created something. */
export function answerCreated(reply: FastifyReply, record: object, assumed: Assumed): FastifyReply {
	return reply.code(assumed.createStatus).send(shapeCreated(record, assumed));
}
