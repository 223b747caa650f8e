import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { isObject } from '../reading/json';
import { parseEnteredJson } from '../reading/parse';
import {
	makeForbiddenIssue,
	holdsObjectText,
	NO_OBJECT_TEXT,
	makeSchema,
} from '../service/values/schemas';

/** A text field: n8n's date picker drops what it cannot read, and hides a stored word. */
export const dueDateField: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-12-31',
	hint: 'Also: today, tomorrow, +3 days',
	description:
		'The day on which the task is due. A time in UTC is converted to the time zone of the workflow, except midnight, which stays the day that is written. A time without a time zone is ignored.',
};

export const customFieldsField: INodeProperties = {
	displayName: 'Custom Fields (JSON)',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
};

/** @param body the rules of the body that the fields are sent in */
export function makeCustomFieldsSchema(body: { shape: object }) {
	return makeSchema(parseObject, explainNotObject).superRefine(refuseFieldsOfNode(body)).optional();
}

/** Refuses custom fields that the node has a field for, in any spelling, and `[object Object]`. */
export function refuseFieldsOfNode(body: { shape: object }) {
	const ownFields = new Map(Object.keys(body.shape).map((name) => [spellingKey(name), name]));
	return (fields: object, context: z.RefinementCtx): void => {
		for (const name of Object.keys(fields)) {
			const ownField = ownFields.get(spellingKey(name));
			if (ownField === undefined) continue;
			const message = `must not contain "${name}", which has its own field "${labelOfName(ownField)}"`;
			context.addIssue({ code: 'custom', ...makeForbiddenIssue(message) });
		}
		if (!holdsObjectText(JSON.stringify(fields))) return;
		context.addIssue({ code: 'custom', ...NO_OBJECT_TEXT });
	};
}

/** The same for `due_date`, `dueDate` and `Due Date`. */
function spellingKey(name: string): string {
	return name.replace(/[\s_-]/g, '').toLowerCase();
}

/** As the panel calls the field: `Due Date` for `due_date`, `Board` for `board_id`. */
function labelOfName(name: string): string {
	const words = name.replace(/_id$/, '').split('_');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function parseObject(value: unknown): IDataObject | undefined {
	const object = typeof value === 'string' ? parseEnteredJson(value).value : value;
	return isObject(object) ? (object as IDataObject) : undefined;
}

/** Node.js says what is wrong with the JSON, and where. */
function explainNotObject(value: unknown): string {
	const problem = typeof value === 'string' ? parseEnteredJson(value).problem : undefined;
	const reason = problem === undefined ? '' : ` (${problem})`;
	return `must be a JSON object, such as {"estimate": 3}${reason}`;
}
