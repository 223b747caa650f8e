import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { dayInZone, isoText } from '../../api/values/days';
import { isObject, type Fields } from '../../api/json';
import { childOf } from '../../fields/checkFields';
import { dueDate } from './additionalFields';
import { isNamedBoard, locatedByModel, locatedId } from './locatedId';

/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;

interface Reader {
	/** A model fills the fields. */
	isTool: boolean;
	/** Of the workflow. */
	zone: string;
}

/** What n8n returns for a field, without the types of n8n: text, numbers, and objects of these. */
export function fieldValue(
	value: unknown,
	field: INodeProperties | undefined,
	reader: Reader,
): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string' && saysNothing(value.trim(), field, reader)) return undefined;
	if (field?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return fieldValue(isoText(value), field, reader);
	if (field?.name === dueDate.name) {
		const now = DateTime.now().setZone(reader.zone);
		return dayInZone(value, now);
	}
	if (value instanceof Date) {
		const date = DateTime.fromJSDate(value, { zone: reader.zone });
		return isoText(date);
	}
	if (!isObject(value)) return value;
	if (isLocator(value, field)) return locatorValue(value, field, reader);
	const entries = Object.entries(value).map(([name, inner]) => {
		return [name, fieldValue(inner, childOf(field, name), reader)];
	});
	return Object.fromEntries(entries);
}

function saysNothing(text: string, field: INodeProperties | undefined, reader: Reader): boolean {
	if (text === '') return true;
	return reader.isTool && field?.required !== true && NOTHING.test(text);
}

/** In a collection, the editor stores the default of a locator without `__rl`. */
function isLocator(value: Fields, field: INodeProperties | undefined): boolean {
	return '__rl' in value || (field?.type === 'resourceLocator' && 'mode' in value);
}

function locatorValue(
	locator: Fields,
	field: INodeProperties | undefined,
	reader: Reader,
): unknown {
	const id = reader.isTool ? locatedByModel(locator, field) : locatedId(locator, field);
	return isNamedBoard(id) ? id : fieldValue(id, undefined, reader);
}
