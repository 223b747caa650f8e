import { KNOWN_EVENTS } from '../api/events';

/*
 * The API document shows neither the payload of a notification nor its headers. So everything is
 * read with a guess that can fail softly: what cannot be recognised is emitted, never dropped.
 */

/** As Node.js gives them: names in lower case, a repeated header as a list. */
type Headers = Record<string, string | string[] | undefined>;

/** What came in, as n8n hands it over. */
export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	rawBody: string;
	headers: Headers;
}

/** The json of one output item. */
export interface TaskEvent {
	/** Such as `task.created`; null when the delivery does not say. */
	event: string | null;
	task: Record<string, unknown> | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, untouched. */
	payload: unknown;
}

/**
 * The events in a delivery that the user asked for. Pure.
 * @param wanted the event kinds selected in the node
 * @param registered those that the service was told, of which others may arrive
 * @param now the time of arrival
 */
export function readEvents(
	delivery: Delivery,
	wanted: string[],
	registered: string[],
	now: Date,
): TaskEvent[] {
	const known = [...wanted, ...registered, ...KNOWN_EVENTS];
	const parts = partsOf(delivery);
	const events = parts.map(({ payload, entry }, index) => ({
		event: kindOf([entry, payload], delivery.headers, known),
		task: taskIn(entry),
		deliveryId: idOf(entry, payload, delivery.headers, parts.length > 1 ? index : undefined),
		receivedAt: now.toISOString(),
		payload,
	}));
	return events.filter(({ event }) => isWanted(event, wanted, known));
}

/** A kind that nobody knows is emitted: it may be a wanted one in a spelling of its own. */
function isWanted(event: string | null, wanted: string[], known: string[]): boolean {
	return event === null || wanted.includes(event) || !known.includes(event);
}

/** One event: `entry` describes it, `payload` is what the service sent for it. */
interface Part {
	entry: unknown;
	payload: unknown;
}

function partsOf({ body, rawBody }: Delivery): Part[] {
	const whole = body === undefined ? parseOrText(rawBody) : body;
	if (isList(whole)) return whole.map((entry) => ({ entry, payload: entry }));
	const events = field(whole, 'events');
	if (!isObject(whole) || !isList(events) || taskIn(whole) !== whole) {
		return [{ entry: whole, payload: whole }];
	}
	return events.map((entry) => ({ entry, payload: { ...whole, events: [entry] } }));
}

/** Objects only: `events` may also be a list of names beside a single task. */
function isList(value: unknown): value is Array<Record<string, unknown>> {
	return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function parseOrText(rawBody: string): unknown {
	try {
		return JSON.parse(rawBody);
	} catch {
		return rawBody;
	}
}

const KIND_FIELDS = ['event', 'event_type', 'type', 'kind', 'action'];
const KIND_HEADERS = ['x-webhook-event', 'x-event-type', 'x-event', 'x-event-key', 'webhook-event'];

/** The kind as it was selected (`Task_Created` is `task.created`), else the first one named. */
function kindOf(places: unknown[], headers: Headers, known: string[]): string | null {
	const named = [
		...places.flatMap((place) => KIND_FIELDS.map((name) => field(place, name))),
		...KIND_HEADERS.map((name) => headers[name]),
	].filter(isFilledText);
	const recognised = named.map((name) => known.find((kind) => spelled(kind) === spelled(name)));
	return recognised.find((kind) => kind !== undefined) ?? named[0] ?? null;
}

function spelled(kind: string): string {
	return kind.toLowerCase().replace(/[^a-z0-9]+/g, '.');
}

function taskIn(payload: unknown): Record<string, unknown> | null {
	const inner = ['data', 'payload', 'object', 'resource'].map((name) => field(payload, name));
	const places = [field(payload, 'task'), ...inner.map((place) => field(place, 'task')), ...inner];
	return [...places, payload].find(isObject) ?? null;
}

const ID_HEADERS = ['x-webhook-delivery', 'x-delivery-id', 'x-webhook-delivery-id', 'webhook-id'];
const ID_FIELDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];

/** A plain `id` counts only beside a nested task: alone it is the id of the task itself. */
function ownId(entry: unknown): string | number | undefined {
	const names = taskIn(entry) === entry ? ID_FIELDS : [...ID_FIELDS, 'id'];
	return names.map((name) => field(entry, name)).find(isId);
}

/** Several events in one delivery share its id, so each gets the place it stands at. */
function idOf(entry: unknown, payload: unknown, headers: Headers, index?: number): string | null {
	const ofWhole = ID_HEADERS.map((name) => headers[name]).find(isFilledText);
	if (index === undefined) return text(ofWhole ?? ownId(entry));
	const shared = ofWhole ?? (entry === payload ? undefined : field(payload, 'id'));
	return text(ownId(entry) ?? (isId(shared) ? `${shared}#${index}` : undefined));
}

function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}

function text(value: string | number | undefined): string | null {
	return value === undefined ? null : String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function field(parent: unknown, name: string): unknown {
	return isObject(parent) ? Reflect.get(parent, name) : undefined;
}
