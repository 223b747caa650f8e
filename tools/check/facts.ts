import { isObject, type JsonObject } from '../../nodes/WorkspaceTaskService/reading/json';
import { parse } from '../http/client';
import * as json from './json';
import { isOk, type ServiceResponse } from './client';
import { ID_HEADER, type Listener, type Notification } from './listener';

type Step = 'login' | 'list' | 'filtered' | 'board' | 'webhook' | 'task' | 'extra' | 'refused';

/** The responses of the service. A step that was not made is missing. */
export interface Seen extends Partial<Record<Step | 'final', ServiceResponse>> {
	limited?: { requests: number; response: ServiceResponse };
	target?: { url: string; key: string; sentAt: number; listener: Listener };
}

export const MARK = 'Check of the service';
export const DUE_DATE = '2030-02-28';
export const COLOR = '#3366FF';

/** Named like the sandbox's assumptions where there is one. Undefined: not seen. */
export function factsOf(seen: Seen): JsonObject {
	const { login, list, filtered, extra, limited } = seen;
	// A refusal says nothing about what a success looks like.
	const board = unlessRefused(seen.board);
	const task = unlessRefused(seen.task);
	const isPlan = list && !isOk(list);
	const refused = isPlan ? list : seen.refused;
	const listed = json.listIn(list?.body)?.[0];
	const record = json.recordIn(board?.body) ?? listed;
	const final = json.listIn(seen.final?.body)?.filter(({ name }) => String(name).startsWith(MARK));
	const counts = Object.entries(final?.at(-1) ?? {}).filter(([, value]) => value === 2);
	const { workspace_id } = listed ?? {};
	const hasOthers = json.listIn(filtered?.body)?.some((one) => one.workspace_id !== workspace_id);
	const { token, user, ...more }: JsonObject = Object(login?.body);
	const session = json.namesIn(more, /./) ? 'extra' : user ? 'token-and-user' : 'token-only';
	const limit = limited && `429 after ${limited.requests} calls`;
	const seconds = Number(limited?.response.headers['retry-after']);
	const id = record?.id ?? Object(user).id;
	return {
		loginStatus: login?.status,
		token: login && typeof token,
		loginBody: login && (token ? session : 'no-token'),
		'`user` and its fields': user && json.shapeOf(user),
		'how long a token lives, its scopes': json.namesIn(more, /expir|scope|refresh/i),
		listStatus: list?.status,
		boardsList: isPlan ? undefined : list && json.kindOf(list.body),
		'pages of a list': json.namesIn(list?.headers, /^(link|content-range|x-(total|next|page).*)$/i),
		filtered: filtered && (hasOthers === false ? 'as asked' : 'no'),
		ids: id && typeof id,
		names: record && json.shapeOf({ name: record.name, workspace_id: record.workspace_id }),
		tasksCount: counts.find(([name]) => name !== 'id')?.[0] ?? (board && seen.final && 'none'),
		color: board && task && ((record?.color ?? COLOR) === COLOR ? 'accepted' : 'changed'),
		createStatus: (task ?? board)?.status,
		createBody: task && json.kindOf(task.body, 'title'),
		'what a create returns': task && json.shapeOf(task.body),
		dueDates: dueDateIn(seen),
		unknownFields: extra && (isOk(extra) ? 'kept' : 'refused'),
		'which fields are required': isOk(extra) && !isOk(refused) ? 'the title of a task' : undefined,
		validationStatus: seen.refused?.status,
		errorBody: refused && errorKind(refused),
		'error codes and the shape of error bodies': refused && json.shapeOf(refused.body),
		planRefusal: isPlan ? list.status : null,
		rateLimit: limited ? { requests: limited.requests, seconds } : seen.final && null,
		'rate limits': limit ?? json.namesIn(list?.headers, /rate-?limit/i),
		...webhookFacts(seen),
	};
}

/** A redirect may follow a create. */
function unlessRefused(response?: ServiceResponse): ServiceResponse | undefined {
	return response === undefined || response.status >= 400 ? undefined : response;
}

function errorKind({ body, headers }: ServiceResponse): unknown {
	const type = String(headers['content-type']);
	if (typeof body === 'string') return type.includes('html') ? 'html' : 'text';
	if (type.includes('problem')) return 'problem';
	return isObject(Object(body).error) ? 'nested' : json.kindOf(body);
}

/** How a response or a notification shows the due date of a task. */
function dueDateIn({ task, target }: Seen): string | undefined {
	const bodies = target?.listener.notifications.map(({ body }) => body) ?? [];
	const texts = [JSON.stringify(task?.body), ...bodies].join();
	const [, day] = /"due_?date"\s*:\s*"([^"]*)"/i.exec(texts) ?? [];
	if (!day?.startsWith(DUE_DATE)) return day;
	return day === DUE_DATE ? 'day' : day.endsWith('Z') ? 'utc' : 'offset';
}

function webhookFacts({ target, webhook }: Seen): JsonObject {
	if (!target || !webhook) return {};
	const { checks, notifications } = target.listener;
	const [first] = notifications;
	const isHttp = target.url.startsWith('http:');
	const isAccepted = isOk(webhook);
	return {
		webhookStatus: webhook.status,
		httpsStatus: isHttp ? undefined : webhook.status,
		httpsOnLoopback: isHttp ? !isAccepted && checks.length === 0 : undefined,
		addressCheck: isAccepted ? (checks[0] ?? null) : undefined,
		'a check of the URL before it is used': isAccepted ? checkText(checks[0]) : undefined,
		webhookId:
			isAccepted && webhook.body !== undefined ? Boolean(json.recordIn(webhook.body)) : undefined,
		...(first && notificationFacts(first, target)),
	};
}

const checkText = (parameter?: string) =>
	parameter === undefined ? 'none was made' : `a GET with a challenge in ${parameter}`;

const KIND = /^task[._:-]?(created|updated)$/i;
const OWN_HEADER = /^(?!(host|connection|content-|accept|user-agent|transfer-encoding))/;

function notificationFacts(first: Notification, target: NonNullable<Seen['target']>): JsonObject {
	const whole = parse(first.body);
	const isBatch = Array.isArray(Object(whole).events);
	const event: JsonObject = Object([isBatch ? Object(whole).events : whole].flat()[0]);
	const { data, task } = event;
	const places = Object.entries({ 'data.task': Object(data).task, task, data, flat: event });
	const place = places.find(([, one]) => String(Object(one).title).startsWith(MARK))?.[0];
	const isKind = ([, value]: [string, unknown]) => KIND.test(String(value));
	const kind = Object.entries(event).find(isKind);
	const header = Object.entries(first.headers).find(isKind);
	const repeated = target.listener.notifications.slice(0, 2).filter(({ at }) => at.length > 1);
	const idHeader = json.namesIn(first.headers, ID_HEADER);
	const delays = repeated.map(({ at: [start = 0, again = 0] }) => roundSeconds(again - start));
	return {
		method: first.method,
		webhookQuery: first.path.includes(target.key) ? 'kept' : 'dropped',
		'headers and signature': json.namesIn(first.headers, OWN_HEADER) ?? 'none of its own',
		payload: json.shapeOf(whole),
		notification: place && (isBatch ? 'batch' : Array.isArray(whole) ? 'array' : place),
		eventField: kind?.[0] ?? 'none',
		eventSpelling: String(kind?.[1] ?? header?.[1]).replace('updated', 'created'),
		eventHeader: header !== undefined,
		deliveryIdHeader: idHeader !== undefined,
		'ids of deliveries': idHeader ? `in the header ${idHeader}` : 'in no header',
		'how soon notifications arrive': delayText(roundSeconds((first.at[0] ?? 0) - target.sentAt)),
		'repetitions after a response other than 2xx':
			delays.map(delayText).join(' and ') || 'not while it waited',
		retryDelaysMs: delays.slice(0, 1).map((seconds) => seconds * 1_000),
	};
}

const delayText = (seconds: number) => (seconds === 0 ? 'at once' : `after about ${seconds} s`);

const ROUND_SECONDS = [0, 1, 5, 10, 30, 60, 300];
const roundSeconds = (ms: number): number =>
	ROUND_SECONDS.find((round) => ms < round * 1_500 + 500) ?? 3_600;
