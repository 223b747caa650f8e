import { WorkspaceTaskServiceApi } from '../../credentials/WorkspaceTaskServiceApi.credentials';
import { questionPage } from '../../nodes/WorkspaceTaskService/approval/page';
// With the extension: without it, tsx finds the .json file of the same name.
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node.js';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node.js';
import { root } from '../install/paths.cjs';
import { readAll } from '../verify/package';
import { literalsOf } from '../verify/texts';
import { entriesOf, panelTexts } from './panel';

/** As in examples/approve-before-sending.json. */
const QUESTION = {
	title: 'Offer for Ada',
	message: 'Send the offer of 4200 euros to Ada?',
	approveLabel: 'Send It',
	declineLabel: 'Drop It',
	asksForName: true,
	asksForComment: true,
	id: '1',
	asker: 'Approve before sending',
};

export const approvalPage = () =>
	questionPage(QUESTION, ' until 24 November 2026, 18:00 (Europe/Berlin)');

const sandboxPage = () => readAll(root, 'sandbox/{page/*,store/seed.ts}');

const { description: action } = new WorkspaceTaskService();
const { description: trigger } = new WorkspaceTaskServiceTrigger();

const taskPanel = () => panelTexts(action, { resource: 'task', operation: 'create' });

/**
 * The texts of this repository that each picture of docs/images shows, by what it is taken of. If
 * one of them changes, the picture is older than its texts.
 */
export const SHOWN: Record<'sandbox' | 'approval' | 'editor', Record<string, () => unknown>> = {
	sandbox: {
		'sandbox-light': sandboxPage,
		'sandbox-dark': sandboxPage,
		'sandbox-phone': sandboxPage,
	},
	approval: { 'approval-page': approvalPage },
	editor: {
		install: () => [],
		search: () => [trigger.description, entriesOf(trigger), entriesOf(action)],
		credential: credentialTexts,
		'first-task': taskPanel,
		'first-event': () => [panelTexts(trigger, {}), trigger.triggerPanel],
		publish: () => [],
		error: () => [taskPanel(), failureTexts()],
		'error-output': taskPanel,
	},
};

function credentialTexts(): unknown[] {
	const { displayName, properties } = new WorkspaceTaskServiceApi();
	const shown = properties.map((field) => [field.displayName, field.hint, field.description]);
	return [displayName, shown];
}

function failureTexts(): string[] {
	const sources = readAll(root, 'nodes/WorkspaceTaskService/transport/errors/*.ts');
	const literals = Object.entries(sources).flatMap(([file, source]) => literalsOf(file, source));
	return literals.map(({ text }) => text).sort();
}
