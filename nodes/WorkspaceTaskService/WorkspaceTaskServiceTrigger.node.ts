import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { customEvents, eventOptions } from './eventFields';
import { receive } from './trigger/receive';
import { isRegistered, register, retire } from './trigger/subscription';

export class WorkspaceTaskServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Task Service Trigger',
		name: 'workspaceTaskServiceTrigger',
		icon: {
			light: 'file:../../icons/workspaceTaskService.svg',
			dark: 'file:../../icons/workspaceTaskService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when tasks are created or updated',
		defaults: { name: 'Workspace Task Service Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workspaceTaskServiceApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		activationMessage:
			'The service has been told to report its task events to this workflow. Its API shows no way to remove a webhook: after a deactivation the registration stays and is used again.',
		properties: [
			{
				displayName:
					'Activating this workflow registers a webhook with the service, once; listening for a test event registers one each time. The API shows no way to list or remove webhooks: delete one you no longer need in the settings of the service.',
				name: 'permanentNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['task.created'],
				description: 'The events that start this workflow',
				options: eventOptions,
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [customEvents],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return retire(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return receive(this);
	}
}
