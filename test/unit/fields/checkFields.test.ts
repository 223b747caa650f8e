import { approvalFields } from '../../../nodes/WorkspaceTaskService/approval/approvalFields';
import { makeForbiddenIssue } from '../../../nodes/WorkspaceTaskService/service/values/schemas';
import {
	findDeepestDisplayName,
	describeInvalidField,
} from '../../../nodes/WorkspaceTaskService/fields/checkFields';

const must = (message: string) => ({ message });

describe('what is said of a value', () => {
	it.each<[unknown, { message: string }, string]>([
		[undefined, must('must be text'), '"Title" is empty'],
		[[], must('must be text'), '"Title" is empty'],
		['a "b"', must('must be a date'), '"Title" must be a date, not "a "b""'],
		[
			'{{ a }}',
			makeForbiddenIssue('must not contain {{ }}'),
			'"Title" must not contain {{ }}: "{{ a }}"',
		],
		[Infinity, must('must be a number'), '"Title" must be a number, not Infinity'],
		[{ a: 1 }, must('must be text'), '"Title" must be text, not {"a":1}'],
		['x'.repeat(500), must('must be a date'), `"Title" must be a date, not "${'x'.repeat(100)}…"`],
		['x'.repeat(100), must('must be a date'), `"Title" must be a date, not "${'x'.repeat(100)}"`],
		[['x'.repeat(100)], must('must be text'), `"Title" must be text, not ["${'x'.repeat(98)}…`],
		[new Date('no'), must('must be a date'), '"Title" must be a date, not an invalid date'],
	])('%p, which %j', (value, issue, sentence) => {
		expect(describeInvalidField('Title', value, issue)).toBe(sentence);
	});
});

it.each([
	['approvalOptions.values.askForName', 'Ask for a Name'],
	['approvalOptions.values.other', 'Approval Options'],
	['approvalOptions.other.askForName', 'Approval Options'],
	['other.field', 'other'],
])('the field at %s is called "%s"', (path, label) => {
	expect(findDeepestDisplayName(approvalFields, path.split('.'))).toBe(label);
});
