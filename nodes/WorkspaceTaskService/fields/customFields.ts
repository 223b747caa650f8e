import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { isObject } from '../reading/json';
import { parseEnteredJsonExactly } from '../reading/parse';
import {
	makeForbiddenIssue,
	holdsObjectText,
	NO_OBJECT_TEXT,
	makeSchema,
} from '../service/values/schemas';

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
	return makeSchema(parseObject, explainInvalidJsonObject)
		.superRefine(makeCustomFieldsCheck(body))
		.optional();
}

/** Custom fields must not be fields of the node, in any spelling, and not hold `[object Object]`. */
export function makeCustomFieldsCheck(body: { shape: object }) {
	const ownFields = new Map(
		Object.keys(body.shape).map((name) => [normalizeFieldName(name), name]),
	);
	return (fields: object, context: z.RefinementCtx): void => {
		for (const name of Object.keys(fields)) {
			const ownField = ownFields.get(normalizeFieldName(name));
			if (ownField === undefined) continue;
			const message = `must not contain "${name}", which has its own field "${makeLabel(ownField)}"`;
			context.addIssue({ code: 'custom', ...makeForbiddenIssue(message) });
		}
		if (!holdsObjectText(JSON.stringify(fields))) return;
		context.addIssue({ code: 'custom', ...NO_OBJECT_TEXT });
	};
}

/** The same for `due_date`, `dueDate` and `Due Date`. */
function normalizeFieldName(name: string): string {
	return name.replace(/[\s_-]/g, '').toLowerCase();
}

/** As the panel calls the field: `Due Date` for `due_date`, `Board` for `board_id`. */
function makeLabel(name: string): string {
	const words = name.replace(/_id$/, '').split('_');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** A text is JSON; what an expression returned is a value already. `problem` says what is wrong. */
export function readJsonField(entered: unknown): { value?: unknown; problem?: string } {
	return typeof entered === 'string' ? parseEnteredJsonExactly(entered) : { value: entered };
}

function parseObject(entered: unknown): IDataObject | undefined {
	const { value } = readJsonField(entered);
	return isObject(value) ? (value as IDataObject) : undefined;
}

/** Node.js says what is wrong with the JSON, and where. */
function explainInvalidJsonObject(entered: unknown): string {
	const { problem } = readJsonField(entered);
	const reason = problem === undefined ? '' : ` (${problem})`;
	return `must be a JSON object, such as {"estimate": 3}${reason}`;
}
