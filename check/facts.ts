import { COLOR, DUE_DATE, isOk, MARK, type Seen } from './check';
import { parse, type Reply } from './client';
import { ID_HEADER, type Notification } from './listener';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const namesIn = (value: unknown, pattern: RegExp): string | undefined => {
	const names = Object.keys(Object(value)).filter((name) => pattern.test(name));
	return names.sort().join(' ') || undefined;
};
/** The kind of a body: the name of its wrapper if there is one. */
const kindOf = (body: unknown, own: string): unknown => {
	if (body === '') return 'empty';
	if (Array.isArray(body)) return 'array';
	return own in Object(body) ? 'object' : Object.keys(Object(body))[0];
};

/** The boards of a list, also inside one wrapper. */
export function boardsIn(body: unknown): Fields[] | undefined {
	return [body, ...Object.values(Object(body))].find(Array.isArray)?.filter(isFields);
}

/** The record with an id in the answer to a create, also inside one wrapper. */
export function recordIn(body: unknown): Fields | undefined {
	return [body, ...Object.values(Object(body))].filter(isFields).find(({ id }) => id !== undefined);
}

/** The names and types of a value, without any of its texts. */
export function shapeOf(value: unknown, depth = 0): string {
	if (value === '') return 'empty';
	if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0], depth)}]`;
	if (!isFields(value)) return value === null ? 'null' : typeof value;
	if (depth === 4) return '{…}';
	const fields = Object.entries(value).slice(0, 20);
	return `{ ${fields.map(([name, one]) => `${name}: ${shapeOf(one, depth + 1)}`).join(', ')} }`;
}

/** What was seen, named as in the sandbox's assumptions where it has one. Undefined: not seen. */
export function factsOf(seen: Seen): Fields {
	const { login, list, filtered, board, task, extra, limited } = seen;
	const isPlan = list && !isOk(list);
	const refused = isPlan ? list : seen.refused;
	const listed = boardsIn(list?.body)?.[0];
	const record = recordIn(board?.body) ?? listed;
	const { name, workspace_id } = record ?? {};
	const final = boardsIn(seen.final?.body)
		?.filter((one) => String(one.name).startsWith(MARK))
		.at(-1);
	const others = boardsIn(filtered?.body)?.filter(
		(one) => one.workspace_id !== listed?.workspace_id,
	);
	const session: Fields = Object(login?.body);
	const sessionKind = namesIn(session, /^(?!token$|user$)/)
		? 'extra'
		: session.user
			? 'token-and-user'
			: 'token-only';
	const known = record?.id ?? Object(session.user).id;
	const seconds = Number(limited?.reply.headers['retry-after']);
	return {
		listStatus: list?.status,
		boardsList: isPlan ? undefined : list && kindOf(list.body, ''),
		pages: namesIn(list?.headers, /^(link|content-range|x-(total|next|page).*)$/i),
		filtered: others && others.length === 0,
		ids: known && typeof known,
		names: record && shapeOf({ name, workspace_id }),
		archivedField: namesIn(record, /archiv/i),
		tasksCount: final && Object.keys(final).find((one) => one !== 'id' && final[one] === 2),
		color: task && (record?.color ?? COLOR) === COLOR,
		createStatus: task?.status,
		createBody: task && kindOf(task.body, 'title'),
		created: task && shapeOf(task.body),
		dueDates: dueDateIn(seen),
		unknownFields: extra && (isOk(extra) ? 'kept' : 'refused'),
		unknownReturned: extra && isOk(extra) && 'estimate' in Object(recordIn(extra.body)),
		titleRequired: extra && isOk(extra) && seen.refused && !isOk(seen.refused),
		validationStatus: seen.refused?.status,
		errorBody: refused && errorKind(refused),
		errorShape: refused && shapeOf(refused.body),
		planRefusal: isPlan ? list.status : null,
		rateLimit: limited ? { requests: limited.requests, seconds } : seen.final && null,
		limitHeaders: namesIn((limited?.reply ?? list)?.headers, /rate-?limit|retry-after/i),
		loginStatus: login?.status,
		token: login && typeof session.token,
		loginBody: login && (session.token ? sessionKind : 'no-token'),
		user: session.user && shapeOf(session.user),
		tokenLife: namesIn(session, /expir|scope|refresh/i),
		...webhookFacts(seen),
	};
}

function errorKind({ body, headers }: Reply): unknown {
	const type = String(headers['content-type']);
	if (typeof body === 'string' && body !== '') return type.includes('html') ? 'html' : 'text';
	if (type.includes('problem')) return 'problem';
	const kind = kindOf(body, '');
	return kind === 'error' && isFields(Object(body).error) ? 'nested' : kind;
}

/** How the due date of a task came back, in an answer or a notification. */
function dueDateIn({ task, address }: Seen): string | undefined {
	const bodies = address?.listener.notifications.map(({ body }) => body) ?? [];
	const [, day] = /"due_?date"\s*:\s*"([^"]*)"/i.exec([task?.text, ...bodies].join()) ?? [];
	if (day === DUE_DATE || !day?.startsWith(DUE_DATE))
		return day && (day === DUE_DATE ? 'day' : day);
	return day.endsWith('Z') ? 'utc' : 'offset';
}

function webhookFacts({ address, webhook }: Seen): Fields {
	if (!address || !webhook) return {};
	const { checks, notifications } = address.listener;
	const isHttp = address.url.startsWith('http:');
	const refused = { webhookStatus: webhook.status, httpsOnLoopback: isHttp && checks.length === 0 };
	if (!isOk(webhook)) return refused;
	const accepted = {
		webhookStatus: webhook.status,
		httpsStatus: isHttp ? undefined : webhook.status,
		httpsOnLoopback: isHttp ? false : undefined,
		addressCheck: checks[0] ?? null,
		check: checks[0] ?? 'none',
		webhookId: webhook.body === '' ? undefined : recordIn(webhook.body) !== undefined,
	};
	const [first] = notifications;
	return { ...accepted, ...(first && notificationFacts(first, address)) };
}

const KIND = /^task[._:-]?(created|updated)$/i;
const OWN_HEADER = /^(?!(host|connection|content-|accept|user-agent|transfer-encoding))/;

function notificationFacts(first: Notification, address: NonNullable<Seen['address']>): Fields {
	const whole = parse(first.body);
	const isBatch = Array.isArray(Object(whole).events);
	const event: Fields = Object([isBatch ? Object(whole).events : whole].flat()[0]);
	const { data, task } = event;
	const places = Object.entries({ 'data.task': Object(data).task, task, data, flat: event });
	const place = places.find(([, one]) => String(Object(one).title).startsWith(MARK))?.[0];
	const isKind = ([, value]: [string, unknown]) => KIND.test(String(value));
	const kind = Object.entries(event).find(isKind);
	const header = Object.entries(first.headers).find(isKind);
	const delays = address.listener.notifications
		.slice(0, 2)
		.flatMap(({ at: [start = 0, again] }) =>
			again === undefined ? [] : [roundSeconds(again - start)],
		);
	const inWords = (seconds: number) => `after about ${seconds} s`;
	return {
		method: first.method,
		webhookQuery: first.url?.includes(address.key) ? 'kept' : 'dropped',
		headers: namesIn(first.headers, OWN_HEADER) ?? 'none of its own',
		payload: shapeOf(whole),
		notification: place && (isBatch ? 'batch' : Array.isArray(whole) ? 'array' : place),
		eventField: kind?.[0] ?? 'none',
		eventSpelling: String(kind?.[1] ?? header?.[1]).replace('updated', 'created'),
		eventHeader: header !== undefined,
		deliveryIdHeader: namesIn(first.headers, ID_HEADER) !== undefined,
		delay: inWords(roundSeconds((first.at[0] ?? 0) - address.sentAt)),
		repeated: delays.map(inWords).join(' and ') || 'not while the check waited',
		retryDelaysMs: delays.slice(0, 1).map((seconds) => seconds * 1_000),
	};
}

const ROUND_SECONDS = [0, 1, 5, 10, 30, 60, 300];

const roundSeconds = (ms: number): number =>
	ROUND_SECONDS.find((round) => ms < round * 1_500 + 500) ?? 3_600;
