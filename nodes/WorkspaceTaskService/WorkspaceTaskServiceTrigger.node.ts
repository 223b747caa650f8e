import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testApiToken, testLogin } from './editor/credentialTest';
import { getBoards } from './editor/listSearch';
import { authenticationField, eventOptions, requireIfChosen } from './fields/commonFields';
import { triggerHint } from './shared/builderHints';
import { respondOrStartWorkflow } from './trigger/receive';
import {
	retireRegistration,
	createRegistration,
	reuseRegistration,
} from './trigger/registration/lifecycle';
import { refuseUnreadableRequest } from './trigger/respond';
import { triggerFields } from './trigger/triggerFields';

const EVENT_NAMES = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

export class WorkspaceTaskServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Task Service Trigger',
		name: 'workspaceTaskServiceTrigger',
		icon: {
			light: 'file:../../icons/workspaceTaskService.svg',
			dark: 'file:../../icons/workspaceTaskService.dark.svg',
		},
		group: ['trigger'],
		// They behave the same. For a node of version 1, n8n evaluates an expression per delivery.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: `={{ [].concat($parameter["events"] || []).map((type) => (${JSON.stringify(EVENT_NAMES)})[type] || type).concat($parameter["options"]?.customEvents || []).join(", ") }}`,
		// n8n shows it for both nodes, which are one entry of its node panel.
		description:
			'Starts the workflow when tasks change, and has actions for tasks, approvals and boards',
		defaults: { name: 'Workspace Task Service Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'workspaceTaskServiceApi', testedBy: 'testApiToken', ...requireIfChosen('apiToken') },
			{ name: 'workspaceTaskServiceLoginApi', testedBy: 'testLogin', ...requireIfChosen('login') },
		],
		sensitiveOutputFields: ['headers.authorization', 'headers.cookie'],
		webhooks: [
			// Address checks. Listed first, so that they pass while the webhook is registered.
			...(['GET', 'HEAD'] as const).map((httpMethod): IWebhookDescription => ({
				name: 'setup',
				httpMethod,
				responseMode: 'onReceived',
				path: 'webhook',
				ndvHideUrl: true,
			})),
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
				// The URL is useless without its key.
				ndvHideUrl: true,
			},
		],
		activationMessage:
			'The service now sends task events to this workflow. Its API cannot remove the webhook: delete it in the service when you no longer need it.',
		builderHint: triggerHint,
		eventTriggerDescription: 'Waiting for a task to be created or changed in the service',
		triggerPanel: {
			header: 'Receive task events',
			executionsHelp: {
				inactive:
					'<b>To test</b>, click the button, then create or edit a task in the service within two minutes, as selected in <b>Trigger On</b> and <b>Board Names or IDs</b>. It appears in this editor. If nothing appears, click the button again: this registers a new test webhook.<br /><br /><b>To run on every event</b>, publish the workflow. Its runs appear in the list of executions.',
				active:
					'<b>To test</b>, click the button, then create or edit a task in the service within two minutes, as selected in <b>Trigger On</b> and <b>Board Names or IDs</b>. It appears in this editor; the published workflow receives it as well.<br /><br /><b>The published workflow</b> starts with every event. Its runs appear in the list of executions, not here.',
			},
			activationHint:
				'Click the button, then create or edit a task in the service within two minutes, as selected in Trigger On and Board Names or IDs. To run on every event, publish the workflow.',
		},
		properties: [
			authenticationField,
			triggerFields.events,
			triggerFields.boards,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					triggerFields.customEvents,
					{
						displayName: 'Ignore Duplicates',
						name: 'ignoreDuplicates',
						type: 'boolean',
						default: true,
						description:
							'Whether to start the workflow only once if an event arrives twice within an hour. It is recognized by its ID or, without one, by the same bytes with the time of its arrival in them. In queue mode, each webhook processor knows only the events that it receives.',
					},
					{
						displayName: 'Ignore Own Tasks',
						name: 'ignoreOwnTasks',
						type: 'boolean',
						default: true,
						description:
							'Whether to ignore tasks that this workflow created after this trigger started it. They do not start it; in queue mode they do, but nothing is created for them. If the service returns or shows no IDs, a loop in one process ends: a workflow creates at most 100 tasks in a chain, each started by the one before. Loops across two workflows, in sub-workflows, or of several workers without IDs are not noticed.',
					},
					{
						displayName: 'Output',
						name: 'output',
						type: 'options',
						default: 'simplified',
						description: 'What the items of this node look like',
						options: [
							{
								name: 'Raw',
								value: 'raw',
								description: 'What the service sent: body, headers and raw body',
							},
							{
								name: 'Simplified',
								value: 'simplified',
								description: 'Event, task, delivery ID, time and payload, in a fixed structure',
							},
						],
					},
					triggerFields.registrationLabel,
				],
			},
			{
				displayName:
					'Testing and publishing each register a webhook that n8n cannot remove. Delete old ones in the service.',
				name: 'permanentNotice',
				type: 'notice',
				default: '',
			},
		],
	};

	methods = { credentialTest: { testApiToken, testLogin }, loadOptions: { getBoards } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await reuseRegistration(this, new Date());
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await createRegistration(this, new Date());
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				retireRegistration(this, new Date());
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await respondOrStartWorkflow(this, new Date());
		} catch (error) {
			// Thrown, it would be a failed execution.
			return refuseUnreadableRequest(this, error);
		}
	}
}
