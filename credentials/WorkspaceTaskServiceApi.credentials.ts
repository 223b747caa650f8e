import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { baseUrlField, plainHttpNotice } from '../nodes/WorkspaceTaskService/fields/commonFields';
import { addBearerTokenUnlessEmpty } from '../nodes/WorkspaceTaskService/http/credential';

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
		baseUrlField,
		plainHttpNotice,
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'In the service: Settings → Developer Tools → API Tokens → Generate New Token (Premium, Business or Enterprise plan)',
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) =>
		addBearerTokenUnlessEmpty(requestOptions, credentials.apiToken);
}
