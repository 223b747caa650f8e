import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { dayInZone, isoText } from '../api/days';
import { isObject, type Fields } from '../api/json';
import { boardId } from '../api/values';
import { childOf } from '../fields/fieldLabel';
import { dueDate } from './fields';

/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;
const MAX_URL_CHARACTERS = 2_000;
/** In the path or the fragment. */
const BOARD_SEGMENT = /[/#]boards?\/([^/?#]+)/gi;
const QUERY = /\?[^#]*/g;
const UUID = /^[a-f\d-]{36}$/i;
/** Such as `42-my-board`. */
const NUMBER_AND_TITLE = /^(\d+)-/;

interface Reader {
	/** A model fills the fields. */
	isTool: boolean;
	/** Of the workflow. */
	zone: string;
}

/** What n8n returns for a field, without its own types: text, numbers, and objects of these. */
export function plainValue(
	value: unknown,
	field: INodeProperties | undefined,
	reader: Reader,
): unknown {
	const { isTool, zone } = reader;
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (value === null || text === '') return undefined;
	const saysNothing = text !== undefined && NOTHING.test(text) && field?.required !== true;
	if (saysNothing && isTool) return undefined;
	if (field?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return plainValue(isoText(value), field, reader);
	if (field?.name === dueDate.name) return dayInZone(value, DateTime.now().setZone(zone));
	if (value instanceof Date) return isoText(DateTime.fromJSDate(value, { zone }));
	if (!isObject(value)) return value;
	// In a collection, the editor stores the default of a locator without `__rl`.
	const isLocator = '__rl' in value || (field?.type === 'resourceLocator' && 'mode' in value);
	if (isLocator) {
		const id = locatedId(isTool ? asModelMeans(value, field) : value, field);
		return isNamedBoard(id) ? id : plainValue(id, undefined, reader);
	}
	const entries = Object.entries(value);
	return Object.fromEntries(
		entries.map(([name, inner]) => [name, plainValue(inner, childOf(field, name), reader)]),
	);
}

/** What a locator by name holds, until the ID of the board takes its place. */
export function isNamedBoard(value: unknown): value is { boardName: string } {
	return isObject(value) && 'boardName' in value;
}

/** Where n8n lets a model fill a locator, it selects By ID. Models know names. */
function asModelMeans(locator: Fields, field?: INodeProperties): Fields {
	const isName = !boardId.safeParse(locatedId(locator, field)).success;
	return isName && hasMode(field, 'name') ? { ...locator, mode: 'name' } : locator;
}

/** The ID or name in a locator. A value that has none stays, and the schema then rejects it. */
export function locatedId({ mode, value }: Fields, field?: INodeProperties): unknown {
	const isName = mode === 'name' && ['string', 'number'].includes(typeof value);
	if (isName && String(value).trim() !== '') return { boardName: String(value) };
	const text = String(value);
	if (!hasMode(field, 'url') || text.length > MAX_URL_CHARACTERS) return value;
	return boardIdInUrl(text.trim()) ?? value;
}

/** The first segment after `/boards/` that By ID takes. */
function boardIdInUrl(url: string): string | undefined {
	if (/\s/.test(url)) return undefined;
	const places = url.replace(QUERY, '').matchAll(BOARD_SEGMENT);
	const ids = [...places].map(([, segment = '']) => idInSegment(segment));
	return ids.find((id) => boardId.safeParse(id).success);
}

function idInSegment(segment: string): string {
	if (UUID.test(segment)) return segment;
	const [, number] = NUMBER_AND_TITLE.exec(segment) ?? [];
	return number ?? segment;
}

const hasMode = (field: INodeProperties | undefined, mode: string) =>
	(field?.modes ?? []).some(({ name }) => name === mode);
