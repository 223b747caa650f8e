import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../../api/json';
import { trimmedText } from '../../api/values';
import type { Operation } from '../operation';
import { checkParameters, readParameters } from '../parameters';

/** What an expression leaves if a field is missing. */
const MISSING = /undefined|(?<!\p{L})(null|NaN)|(null|NaN)(?!\p{L})|\[object /u;
/** At an end where nothing follows: `#7` and `+49` begin with a sign, not with a separator. */
const OPEN_END = /^[-–—_:;,|=/\\&~]|[-–—_:;,|=/\\&~+#@]$/;

const INCOMPLETE = 'must be complete (a field in its expression seems to be missing or empty)';

export const createOncePer: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. drag the order number here',
	description:
		'A key that differs for each item, such as an order number: with a fixed text, this node creates one object only. If it already created something for the key, the item is skipped and returned with <code>skipped: true</code>. The last 10,000 keys are kept.',
	displayOptions: { hide: { '/operation': ['getAll'] } },
};

const onceKey = trimmedText
	.refine(
		(key) => !/[{}]/.test(key),
		'must have no braces (to use an expression, switch to Expression)',
	)
	.refine((key) => !MISSING.test(key) && !OPEN_END.test(key), INCOMPLETE)
	.refine((key) => /[\p{L}\p{N}]/u.test(key), 'must have a letter or digit');

/** Read for each item; the other options are those of the first. */
const onceField: Pick<Operation<Record<string, string>>, 'properties' | 'parameters'> = {
	properties: [{ ...createOncePer, name: 'options.createOncePer' }],
	parameters: z.object({ 'options.createOncePer': onceKey }),
};

/** @returns undefined if the option is not used */
export function onceKeyOf(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const { parameters } = context.getNode();
	if ((field(parameters, 'options', 'createOncePer') ?? '') === '') return undefined;
	const entered = readParameters(context, onceField, itemIndex);
	return checkParameters(context, onceField, { entered, itemIndex })['options.createOncePer'];
}
