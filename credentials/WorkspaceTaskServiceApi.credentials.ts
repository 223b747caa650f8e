import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { authorize } from '../nodes/WorkspaceTaskService/transport/authorize';

export class WorkspaceTaskServiceApi implements ICredentialType {
	name = 'workspaceTaskServiceApi';

	displayName = 'Workspace Task Service API';

	icon: Icon = {
		light: 'file:../icons/workspaceTaskService.svg',
		dark: 'file:../icons/workspaceTaskService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-workspace-task-service/n8n-nodes-workspace-task-service?tab=readme-ov-file#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://tasks.example.com',
			description: 'The address of your service, without /api/v1',
		},
		{
			displayName:
				'This address is not encrypted: the token travels in the clear. Use https:// unless the service runs on this machine.',
			name: 'plainHttpNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				// No regular expressions: n8n runs each in a sandbox, whenever it reads the credential.
				show: {
					baseUrl: [
						{ _cnd: { includes: 'http://' } },
						{ _cnd: { includes: 'Http://' } },
						{ _cnd: { includes: 'HTTP://' } },
					],
				},
				hide: {
					baseUrl: [
						{ _cnd: { includes: '://localhost' } },
						{ _cnd: { includes: '://127.' } },
						{ _cnd: { includes: '://[::1]' } },
					],
				},
			},
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'In the service: Settings → Developer Tools → API Tokens → Generate New Token. Needs a Premium, Business or Enterprise plan.',
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) =>
		authorize(requestOptions, credentials.apiToken);
}
