import type { INodeProperties } from 'n8n-workflow';
import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import { WorkspaceTaskService } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { editorFindings, editorTexts } from '../../../verify/editor';
import { panelFindings, triggerFindings } from '../../../verify/panels';
import { textFindings, textsOf } from '../../../verify/texts';

const field = (change: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	...change,
});

const option = (name: string, more = {}) => ({ name, value: name, ...more });

/** Everything that the rules say of one field, without where it is. */
function findingsOf(change: Partial<INodeProperties>): string[] {
	const property = field(change);
	return [...textFindings(textsOf(property, 'node')), ...panelFindings('node', [property])];
}

describe('the editor of this package', () => {
	const editor = {
		nodes: [new WorkspaceTaskService(), new WorkspaceTaskServiceTrigger()],
		credentials: [new WorkspaceTaskServiceApi(), new WorkspaceTaskServiceLoginApi()],
	};

	it('keeps every rule', () => {
		expect(editorFindings(editor)).toEqual([]);
	});

	it.each([
		'workspaceTaskService.boardId.url.placeholder',
		'workspaceTaskService.boardId.id.validation',
		'workspaceTaskService.operation.Get Many.action',
		'workspaceTaskService.additionalFields.dueDate.description',
		'workspaceTaskServiceTrigger.triggerPanel.executionsHelp.active',
		'workspaceTaskServiceTrigger.activationMessage',
		'workspaceTaskServiceApi.apiToken.hint',
		'workspaceTaskServiceLoginApi.displayName',
	])('is read at %s too', (place) => {
		expect(editorTexts(editor).map(({ at }) => at)).toContain(place);
	});
});

describe('a field', () => {
	it.each<[string, Partial<INodeProperties>, string]>([
		['a name in sentence case', { displayName: 'Due date' }, 'not in Title Case'],
		['a description in Title Case', { description: 'The Due Date' }, 'not in sentence case'],
		['a lonely full stop', { description: 'The day it is due.' }, 'full stop'],
		['a hint in small letters', { hint: 'the day it is due' }, 'not in sentence case'],
		['a bare placeholder', { placeholder: 'Call Ann' }, 'without "e.g. "'],
		['a forbidden word', { description: 'What to do after an error' }, 'the word "error"'],
		[
			'a boolean that does not ask',
			{ type: 'boolean', description: 'Return all results' },
			'begins with "Whether "',
		],
		['an optional field in the open', { required: false }, 'belongs into a collection'],
		[
			'options in disorder',
			{ type: 'options', options: [option('High'), option('Common')] },
			'alphabetical order',
		],
		[
			'an option in small letters',
			{ type: 'options', options: [option('high')] },
			'not in Title Case',
		],
		[
			'an action in Title Case',
			{ type: 'options', options: [option('Create', { action: 'Create a Task' })] },
			'not in sentence case',
		],
		[
			'a required field in a collection',
			{ type: 'collection', placeholder: 'Add Field', options: [field({ name: 'inner' })] },
			'required field is hidden',
		],
		[
			'a boolean in a collection that does not ask',
			{
				type: 'collection',
				options: [field({ required: false, type: 'boolean', description: 'Return all' })],
			},
			'begins with "Whether "',
		],
		[
			'a mode with a bare placeholder',
			{
				type: 'resourceLocator',
				modes: [{ displayName: 'By ID', name: 'id', type: 'string', placeholder: '42' }],
			},
			'without "e.g. "',
		],
	])('is found with %s', (_, change, finding) => {
		expect(findingsOf(change)).toEqual([expect.stringContaining(finding)]);
	});

	it('stands behind resource and operation', () => {
		const [title, resource, operation] = [
			field({}),
			field({ name: 'resource', displayName: 'Resource' }),
			field({ name: 'operation', displayName: 'Operation' }),
		];
		expect(panelFindings('node', [resource, operation, title])).toEqual([]);
		expect(panelFindings('node', [operation, resource, title])).toHaveLength(1);
		expect(panelFindings('node', [resource, title, operation])).toHaveLength(1);
	});
});

describe('a trigger', () => {
	const events = field({ displayName: 'Trigger On', name: 'events', type: 'multiOptions' });

	it('asks for its events in Trigger On', () => {
		expect(triggerFindings('trigger', [events])).toEqual([]);
		const renamed = { ...events, displayName: 'Events' };
		expect(triggerFindings('trigger', [renamed])).toEqual([
			expect.stringContaining('"Trigger On"'),
		]);
	});
});
