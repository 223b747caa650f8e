import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, type Fields } from '../api/json';
import { messageWithToolCall } from './toolCall';
import { visibleText } from './visibleText';

/** The fields of an item, with what a person reads in the task and on the page made visible. */
export function shownFields(
	context: IExecuteFunctions,
	entered: Fields,
	itemIndex: number,
): Fields {
	const { title, additionalFields } = entered;
	const message = messageWithToolCall(context, entered, itemIndex);
	const shown = {
		...entered,
		title: visible(title),
		message: visible(message),
	};
	if (!isObject(additionalFields)) return shown;
	const description = visible(additionalFields.description);
	return {
		...shown,
		additionalFields: { ...additionalFields, description },
	};
}

function visible(value: unknown): unknown {
	return typeof value === 'string' ? visibleText(value) : value;
}
