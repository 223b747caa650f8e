import type { FastifyReply } from 'fastify';
import type { Assumed } from '../assumptions';
import type { Session } from '../account';
import type { Board, Webhook } from '../records';

export function shapeBoards(boards: Board[], assumed: Assumed): unknown {
	const list = asAssumed(boards, assumed);
	return assumed.boardsList === 'array' ? list : { [assumed.boardsList]: list };
}

/** `undefined` is an empty body. */
function shapeCreated(record: object, assumed: Assumed): unknown {
	const shown = asAssumed(record, assumed);
	const shapes: Record<Assumed['createBody'], unknown> = {
		object: shown,
		data: { data: shown },
		array: [shown],
		empty: undefined,
	};
	return shapes[assumed.createBody];
}

export function shapeWebhook({ id, ...webhook }: Webhook, { webhookId }: Assumed): object {
	return webhookId ? { id, ...webhook } : webhook;
}

export function shapeSession({ token, user }: Session, assumed: Assumed): unknown {
	const shapes: Record<Assumed['loginBody'], object> = {
		'token-and-user': { token, user },
		'token-only': { token },
		extra: { token, user, token_type: 'Bearer', expires_in: 3_600, refresh_token: null },
		'no-token': { user },
	};
	return asAssumed(shapes[assumed.loginBody], assumed);
}

export function sendCreated(reply: FastifyReply, record: object, assumed: Assumed): FastifyReply {
	return reply.code(assumed.createStatus).send(shapeCreated(record, assumed));
}

const ID_NAME = /^id$|_id$/;
const TIMES = { day: '', utc: 'T00:00:00Z', offset: 'T00:00:00+02:00' };

/** With ids, due dates and the count of tasks as assumed. */
export function asAssumed(value: unknown, assumed: Assumed): unknown {
	if (Array.isArray(value)) return value.map((inner) => asAssumed(inner, assumed));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, inner]) => {
		if (name === 'tasks_count') return [assumed.tasksCount, inner];
		if (name === 'due_date' && inner) return [name, `${inner}${TIMES[assumed.dueDates]}`];
		const isTextId = ID_NAME.test(name) && typeof inner === 'number' && assumed.ids === 'string';
		return [name, isTextId ? String(inner) : asAssumed(inner, assumed)];
	});
	return Object.fromEntries(entries);
}
