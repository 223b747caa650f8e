import {
	readCommonTextsAndIds,
	readUntypedEvent,
	type CommonTextsAndIds,
	type EventReading,
	type Headers,
} from './event';
import { collectTypeTexts, hasVerb } from './eventType';
import { isObject, type JsonObject } from './json';
import { readObjectOrGuess } from './object';
import { decodeBody, parseJsonContainer } from './parse';
import { copySurroundings, listPlaces, type Place } from './places';

/* A request to the webhook, and the events in its body. */

/** Any further events become a single event. */
const MAX_EVENTS = 1_000;
/** In all entries of a list together. */
const MAX_PLACES_OF_ENTRIES = 20_000;
const MAX_PLACES_OF_ENTRY = 1_000;
const MAX_LIST_DEPTH = 2;
const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become separate items.';

export interface DeliveredRequest {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, whose bytes n8n does not keep. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

export interface DeliveryReading {
	/** The whole body as an event. */
	whole: EventReading;
	/** The whole body, or the entries of a list. There is always an event. */
	events: EventReading[];
	/** The members beside a list of events. */
	besideList?: JsonObject;
	/** The body has an empty list, and nothing else. */
	isEmpty: boolean;
}

/**
 * Reads a delivery once. Everything that is needed of its events afterwards is in the reading. A body
 * without a list of events is a single event.
 */
export function readDelivery(request: DeliveredRequest): DeliveryReading {
	const { headers } = request;
	const body = parseJsonOrKeepBody(request);
	const places = listPlaces(body);
	const whole = readUntypedEvent(body, places, readCommonTextsAndIds(headers));
	const list = findEventList(places);
	if (list === undefined) return { whole, events: [whole], isEmpty: hasOnlyEmptyList(places) };
	const besideList = copySurroundings(list);
	const common = readCommonTextsAndIds(headers, besideList);
	const entries = Object.values(list.value);
	const events = readEntries(entries.slice(0, MAX_EVENTS), common);
	if (entries.length > MAX_EVENTS) {
		events.push(mergeIntoOneEvent(entries.slice(MAX_EVENTS), common));
	}
	return { whole, events, besideList, isEmpty: false };
}

/**
 * JSON is recognized with any content type. It is decoded and parsed here, since n8n knows few charsets and
 * rounds integers beyond 2^53. What is not JSON stays as n8n parsed it.
 */
function parseJsonOrKeepBody(request: DeliveredRequest): unknown {
	const { body } = request;
	const text = typeof body === 'string' ? body : decodeRawBody(request);
	return parseJsonContainer(text) ?? (body === undefined ? text : body);
}

export function decodeRawBody({ rawBody, headers }: DeliveredRequest): string {
	return decodeBody(rawBody, headers['content-type']);
}

/** The outermost list whose entries look like events, unless what is beside the lists shows a task. */
function findEventList(places: Place[]): Place | undefined {
	const outside = places.filter((place) => place.listSize === 0);
	const beside = readObjectOrGuess(outside, 'task');
	if (beside.isCertain) return undefined;
	const isBesideId = beside.id !== undefined;
	return outside.filter(isOuterList).find((list) => hasEventAsFirstEntry(list, isBesideId));
}

function isOuterList({ value, depth, aside }: Place): boolean {
	return Array.isArray(value) && depth <= MAX_LIST_DEPTH && aside === '';
}

/**
 * Its first entry is an event. Beside an ID, an entry with nothing but an ID may be a detail, such as a user.
 */
function hasEventAsFirstEntry(list: Place, isBesideId: boolean): boolean {
	const entries = Object.values(list.value);
	if (entries.length === 0) return false;
	if (!entries.every(isObject)) return false;
	const first = listPlaces(entries[0]);
	const task = readObjectOrGuess(first, 'task');
	if (list.depth === 0 || task.isCertain) return true;
	if (task.id === undefined) return false;
	return !isBesideId || collectTypeTexts(first).some(hasVerb);
}

/** All entries together have a bound of places. */
function readEntries(entries: unknown[], common: CommonTextsAndIds): EventReading[] {
	const maxPlaces = Math.min(MAX_PLACES_OF_ENTRY, MAX_PLACES_OF_ENTRIES / entries.length);
	return entries.map((entry, index) => {
		const position = entries.length > 1 ? `#${index}` : '';
		return readUntypedEvent(entry, listPlaces(entry, maxPlaces), common, position);
	});
}

/** The event has the ID of the delivery, but neither a type nor boards. */
function mergeIntoOneEvent(entries: unknown[], common: CommonTextsAndIds): EventReading {
	const idOnly: CommonTextsAndIds = { ...common, typeTexts: [], boardIds: [] };
	return { ...readUntypedEvent(entries, [], idOnly, '#rest'), note: MORE_EVENTS };
}

/** A list without an entry, and nothing filled beside it but an ID, which may be the ID of the delivery. */
function hasOnlyEmptyList(places: Place[]): boolean {
	const hasEmptyList = places.some((place) => isOuterList(place) && place.members.length === 0);
	return hasEmptyList && !places.some(hasMoreThanId);
}

function hasMoreThanId({ members, depth }: Place): boolean {
	return members.some(({ name, value }) => {
		const isOuterId = depth === 0 && name === 'id';
		return Boolean(value) && typeof value !== 'object' && !isOuterId;
	});
}
