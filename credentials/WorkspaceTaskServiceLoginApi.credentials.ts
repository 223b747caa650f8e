import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { baseUrlField, plainHttpNotice } from '../nodes/WorkspaceTaskService/fields/commonFields';
import {
	addBearerTokenUnlessEmpty,
	identifySession,
	readStoredToken,
} from '../nodes/WorkspaceTaskService/http/credential';
import { obtainTokenForN8n } from '../nodes/WorkspaceTaskService/http/login/session';

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
		baseUrlField,
		plainHttpNotice,
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
			hint: 'API access needs a Premium, Business or Enterprise plan',
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

	/** n8n stores what this returns. It calls this without a token, and after any failed request. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const sessionToken = await obtainTokenForN8n(credentials, this.helpers.httpRequest);
		return sessionToken === undefined
			? {}
			: { sessionToken, sessionFor: identifySession(credentials) };
	}

	/** Without a token of this account the service responds with 401, and n8n logs in. */
	authenticate: IAuthenticate = async (credentials, requestOptions) =>
		addBearerTokenUnlessEmpty(requestOptions, readStoredToken(credentials));
}
