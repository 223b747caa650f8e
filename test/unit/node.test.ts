import type { IExecuteFunctions } from 'n8n-workflow';

import { approvalFields } from '../../nodes/WorkspaceTaskService/approval/fields';
import { continuesOnFail, labelOf, sentenceFor } from '../../nodes/WorkspaceTaskService/node';

describe('what is said of a value', () => {
	it.each<[unknown, string, string]>([
		[undefined, 'must be text', '"Title" is empty'],
		[[], 'must be text', '"Title" is empty'],
		['a "b"', 'must be a date', '"Title" must be a date, not "a "b""'],
		['{{ a }}', 'must not contain {{ }}', '"Title" must not contain {{ }}: "{{ a }}"'],
		['a', 'cannot be read', '"Title" cannot be read: "a"'],
		[Infinity, 'must be a number', '"Title" must be a number, not Infinity'],
		[{ a: 1 }, 'must be text', '"Title" must be text, not {"a":1}'],
		[Symbol('none'), 'must be text', '"Title" must be text, not undefined'],
		['x'.repeat(500), 'must be a date', `"Title" must be a date, not "${'x'.repeat(99)}`],
	])('%p, which %s', (value, message, sentence) => {
		expect(sentenceFor('Title', value, message)).toBe(sentence);
	});
});

it.each([
	['approvalOptions.values.askForName', 'Ask for a Name'],
	['approvalOptions.values.askForComment', 'Ask for a Comment'],
	['approvalOptions.values.approveLabel', 'Approve Button Label'],
	['limitWaitTime.values.resumeUnit', 'Unit'],
	['approvalOptions.values.other', 'Approval Options'],
	['approvalOptions.other.askForName', 'Approval Options'],
	['approvalOptions', 'Approval Options'],
	['message', 'Message'],
	['other.field', 'other'],
])('the field at %s is called "%s"', (path, label) => {
	expect(labelOf(approvalFields, path.split('.'))).toBe(label);
});

it.each([
	['x', undefined, false, false],
	['x', 'continueRegularOutput', true, true],
	['xTool', undefined, false, true],
	['xTool', 'stopWorkflow', false, false],
])(
	'a failure of %s with On Error %s (continues: %p) becomes an item: %p',
	(type, onError, isSet, expected) => {
		const getNode = () => ({ type, onError });
		const context = { getNode, continueOnFail: () => isSet } as unknown as IExecuteFunctions;
		expect(continuesOnFail(context)).toBe(expected);
	},
);
