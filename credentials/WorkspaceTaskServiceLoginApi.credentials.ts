import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { authorize } from '../nodes/WorkspaceTaskService/transport/authorize';
import type { Post } from '../nodes/WorkspaceTaskService/transport/login';
import { accountKey, logIn } from '../nodes/WorkspaceTaskService/transport/login';
import { sendThrough } from '../nodes/WorkspaceTaskService/transport/request';

export class WorkspaceTaskServiceLoginApi implements ICredentialType {
	name = 'workspaceTaskServiceLoginApi';

	displayName = 'Workspace Task Service Login API';

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
				'This address is not encrypted: the password travels in the clear. Use https:// unless the service runs on this machine.',
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
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. nathan@example.com',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'API access needs a Premium, Business or Enterprise plan.',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Session For',
			name: 'sessionFor',
			type: 'hidden',
			default: '',
		},
	];

	/** n8n stores what this returns, and calls it when there is no token or the one there is refused. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const post: Post = async (request, baseUrl) =>
			await sendThrough(this.helpers.httpRequest, request, baseUrl);
		const sessionToken = await logIn(credentials, post, Date.now);
		return { sessionToken, sessionFor: accountKey(credentials) };
	}

	/** Without a token of this account the service answers 401, and n8n logs in. */
	authenticate: IAuthenticate = async (credentials, requestOptions) =>
		credentials.sessionFor === accountKey(credentials)
			? authorize(requestOptions, credentials.sessionToken)
			: requestOptions;
}
