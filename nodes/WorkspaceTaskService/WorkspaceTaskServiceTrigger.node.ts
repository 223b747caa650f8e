import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { authentication, customEvents, eventOptions } from './commonFields';
import { testApiToken, testLogin } from './methods/credentialTest';
import { getBoards } from './methods/listSearch';
import { receive } from './trigger/receive';
import { isRegistered, register, retire } from './trigger/registration/lifecycle';

export class WorkspaceTaskServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Task Service Trigger',
		name: 'workspaceTaskServiceTrigger',
		icon: {
			light: 'file:../../icons/workspaceTaskService.svg',
			dark: 'file:../../icons/workspaceTaskService.dark.svg',
		},
		group: ['trigger'],
		// For each delivery to a node of version 1, n8n evaluates an expression of its own.
		version: 1.1,
		subtitle:
			'={{ [].concat($parameter["events"] || [], $parameter["options"]?.customEvents || []).join(", ") }}',
		description: 'Starts the workflow when tasks are created or updated',
		defaults: { name: 'Workspace Task Service Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'workspaceTaskServiceApi',
				required: true,
				displayOptions: { show: { authentication: ['apiToken'] } },
				testedBy: 'testApiToken',
			},
			{
				name: 'workspaceTaskServiceLoginApi',
				required: true,
				displayOptions: { show: { authentication: ['login'] } },
				testedBy: 'testLogin',
			},
		],
		sensitiveOutputFields: ['headers.authorization', 'headers.cookie'],
		webhooks: [
			// Address checks. Before the other one, so that they are answered while it is registered.
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				path: 'webhook',
				ndvHideUrl: true,
			},
			{
				name: 'setup',
				httpMethod: 'HEAD',
				responseMode: 'onReceived',
				path: 'webhook',
				ndvHideUrl: true,
			},
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
				// The address is useless without its key.
				ndvHideUrl: true,
			},
		],
		activationMessage:
			'The service now sends its task events to this workflow. Its API cannot remove a webhook: the registration stays when you unpublish the workflow, and is reused the next time you publish.',
		builderHint: {
			searchHint:
				'Publishing registers a webhook that the API cannot remove and that later publishes reuse: change this node instead of replacing it.',
		},
		triggerPanel: {
			header: 'Receive task events',
			executionsHelp: {
				inactive:
					"<b>While you build the workflow</b>, click the button, then cause one of the events under Trigger On in the service: it appears here. n8n listens for two minutes. The first click registers a webhook for n8n's test address. Later ones use it again, or register a new one if the last listening received no event. You can delete test webhooks in the service at any time.<br /><br /><b>Once you are happy with it</b>, publish it. Every event then starts the workflow, and the runs appear in the list of executions.",
				active:
					'<b>While you build the workflow</b>, click the button, then cause one of the events under Trigger On in the service: it appears here. n8n listens for two minutes. The published workflow receives the event as well. You can delete test webhooks in the service at any time.<br /><br /><b>The published workflow</b> starts with every event. Its runs appear in the list of executions, not here.',
			},
			activationHint: 'Publish the workflow to start it with every event, without this button.',
		},
		properties: [
			authentication,
			{
				displayName:
					'Publishing and testing each register a webhook. Delete it in the service when you no longer need it.',
				name: 'permanentNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				default: ['task.created'],
				options: eventOptions,
				description:
					'The events that start the workflow. Enter others under Options → Custom Events.',
			},
			{
				displayName: 'Board Names or IDs',
				name: 'boards',
				type: 'multiOptions',
				typeOptions: {
					loadOptionsMethod: 'getBoards',
					loadOptionsDependsOn: ['authentication'],
				},
				default: [],
				description:
					'Only events of these boards start the workflow, and events that name no board. If empty, all do. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					customEvents,
					{
						displayName: 'Ignore Duplicates',
						name: 'ignoreDuplicates',
						type: 'boolean',
						default: true,
						description:
							'Whether an event that arrives twice starts the workflow only once. In queue mode, each webhook processor knows only what reaches it.',
					},
					{
						displayName: 'Ignore Own Tasks',
						name: 'ignoreOwnTasks',
						type: 'boolean',
						default: true,
						description:
							'Whether to ignore tasks that this workflow created after this trigger started it. If the service does not return the ID of a task, its title decides from the third repetition on. Loops in queue mode or across two workflows are not detected.',
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
								description:
									'Event, task, delivery ID, time and payload, whatever the service sent',
							},
						],
					},
					{
						displayName: 'Registration Label',
						name: 'registrationLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. second webhook',
						description:
							'Any text. Change it to register a new webhook the next time you publish, for example because the webhook was deleted in the service or its address leaked. Events of the old webhook are then refused.',
					},
				],
			},
		],
	};

	methods = { credentialTest: { testApiToken, testLogin }, loadOptions: { getBoards } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this, new Date());
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this, new Date());
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return retire(this, new Date());
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, new Date());
	}
}
