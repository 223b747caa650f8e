import type { z } from 'zod';

import {
	mergeEventTypes,
	eventTypesText,
	makeWholeNumberSchema,
	color,
	filledShownText,
	text,
	trimmedText,
} from '../../../../nodes/WorkspaceTaskService/service/values/schemas';
import { webhookUrl } from '../../../../nodes/WorkspaceTaskService/service/webhookUrl';

describe('a value', () => {
	it.each<[string, unknown, unknown, z.ZodTypeAny]>([
		['whole number', 0, 0, makeWholeNumberSchema(0)],
		['whole number', ' 42 ', 42, makeWholeNumberSchema(1)],
		['whole number', '-3', -3, makeWholeNumberSchema(-3)],
		['text', 7, '7', text],
		['title', ' [object] ', '[object]', filledShownText],
		['title', '[object detection] model', '[object detection] model', filledShownText],
		['title', '🎉', '🎉', filledShownText],
		['title', '0', '0', filledShownText],
		['title', 'a\u200bb', 'a\u200bb', filledShownText],
		['color', ' #2F5fd0 ', '#2F5fd0', color],
		['webhook URL', ' HTTPS://example.com', 'HTTPS://example.com', webhookUrl],
		['webhook URL', 'http://localhost:5678/hook', 'http://localhost:5678/hook', webhookUrl],
	])('is read as %s from %j', (_, entered, value, schema) => {
		expect(schema.parse(entered)).toBe(value);
	});

	it.each<[string, z.ZodTypeAny, unknown[]]>([
		[
			'must be a whole number',
			makeWholeNumberSchema(1),
			[1.5, '1.5', '4e2', NaN, '', true, [7], '9'.repeat(20)],
		],
		['must be text', text, [Infinity, true, {}]],
		[
			'must not be empty',
			trimmedText,
			[' ', '\u00a0\ufeff', '\u00ad', '\u3164', '\u2800', '\u0000'],
		],
		[
			'must not contain [object Object] (to show an object, use {{ JSON.stringify($json) }})',
			filledShownText,
			['Order [object Object]', 'a[object Array]b', ' [object AsyncFunction]'],
		],
		[
			'must be a color of the form #RRGGBB, such as #2F5FD0',
			color,
			['#fff', 'a#2F5FD0', '#2F5FD00'],
		],
		['must be from 1 to 50', makeWholeNumberSchema(1, 50), [0, 51, -1, '-1']],
		['must be 1 or more', makeWholeNumberSchema(1), [0, -5, '-5', ' -5 ']],
		[
			'must be a URL that begins with https://',
			webhookUrl,
			['http://localhost.example.com/hook', 'ftp://localhost/http:', 'ftp://a/https://b', 'hook'],
		],
		[
			'must be a single URL without spaces',
			webhookUrl,
			['https://a b', 'https://a.io/x, https://b.io/x', 'https://a.io/a\nb'],
		],
	])('is rejected because it %s', (message, schema, values) => {
		for (const value of values) {
			const { error } = schema.safeParse(value);
			expect([value, error?.issues[0]?.message]).toEqual([value, message]);
		}
	});
});

it('event types are joined in order, without duplicates', () => {
	const typed = eventTypesText.parse(' task.deleted,task.created ;\nboard.created,\r');
	expect(mergeEventTypes(['task.created', 'task.updated'], typed)).toEqual([
		...['task.created', 'task.updated', 'task.deleted', 'board.created'],
	]);
	for (const typed of ['task.deleted, Task Archived', '["task.deleted"]', "'a.b'"]) {
		expect(eventTypesText.safeParse(typed).success).toBe(false);
	}
});
