import type { INodeProperties } from 'n8n-workflow';

/** A text field: n8n's date picker drops what it cannot read, and hides a stored word. */
export const dueDate: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-12-31',
	hint: 'Also: today, tomorrow, +3 days',
	description:
		'The day on which the task is due. A time in UTC is converted to the time zone of the workflow, except midnight, which stays the day that is written. A time without a time zone is ignored.',
};
