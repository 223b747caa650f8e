import { approvalFields } from '../../../nodes/WorkspaceTaskService/approval/fields';
import { labelOf } from '../../../nodes/WorkspaceTaskService/fields/fieldLabel';

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
