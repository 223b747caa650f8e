import type { FastifyReply } from 'fastify';
import type { Assumed } from '../assumptions';
import type { Board, Session, Webhook } from '../records';

export function shapeBoards(boards: Board[], assumed: Assumed): unknown {
	const list = withIds(boards, assumed);
	return assumed.boardsList === 'array' ? list : { [assumed.boardsList]: list };
}

/** `undefined` is an empty body. */
function shapeCreated(record: object, assumed: Assumed): unknown {
	const shown = withIds(record, assumed);
	const shapes: Record<Assumed['createBody'], unknown> = {
		object: shown,
		data: { data: shown },
		array: [shown],
		empty: undefined,
	};
	return shapes[assumed.createBody];
}

export function shapeWebhook(webhook: Webhook, { webhookId }: Assumed): object {
	if (webhookId) return webhook;
	const { url, events, active, created_at } = webhook;
	return { url, events, active, created_at };
}

export function shapeSession({ token, user }: Session, assumed: Assumed): unknown {
	const shapes: Record<Assumed['loginBody'], object> = {
		'token-and-user': { token, user },
		'token-only': { token },
		extra: { token, user, token_type: 'Bearer', expires_in: 3_600, refresh_token: null },
		'no-token': { user },
	};
	return withIds(shapes[assumed.loginBody], assumed);
}

/** The answer to a request that created something. */
export function answerCreated(reply: FastifyReply, record: object, assumed: Assumed): FastifyReply {
	return reply.code(assumed.createStatus).send(shapeCreated(record, assumed));
}

const ID_NAME = /^id$|_id$/;

/** `value` with all numbers called `id` or `…_id` as they are assumed to be. */
export function withIds(value: unknown, { ids }: Pick<Assumed, 'ids'>): unknown {
	return ids === 'string' ? idsAsText(value) : value;
}

function idsAsText(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(idsAsText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			ID_NAME.test(name) && typeof inner === 'number' ? String(inner) : idsAsText(inner),
		]),
	);
}
