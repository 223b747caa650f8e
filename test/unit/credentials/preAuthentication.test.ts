import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import { identifySession } from '../../../nodes/WorkspaceTaskService/http/credential';

const ACCOUNT = { baseUrl: 'https://tasks.example.com', email: 'a@example.com', password: 'p' };
const SESSION = { sessionToken: 'former', sessionFor: identifySession(ACCOUNT) };

it.each([
	['logs in without a session', {}, 200, { ...SESSION, sessionToken: 'new' }],
	['keeps a session that the service accepts', SESSION, 200, {}],
	['keeps a session while the service is down', SESSION, 503, {}],
	['renews a session that has ended', SESSION, 401, { ...SESSION, sessionToken: 'new' }],
	['renews a session that is forbidden', SESSION, 403, { ...SESSION, sessionToken: 'new' }],
])('n8n %s', async (_, session, statusCode, stored) => {
	const httpRequest = async ({ method, headers }: IHttpRequestOptions) => {
		if (method === 'POST') return { statusCode: 200, headers: {}, body: '{"token":"new"}' };
		const isNew = headers?.Authorization === 'Bearer new';
		return { statusCode: isNew ? 200 : statusCode, headers: {}, body: '[]' };
	};
	const { preAuthentication } = new WorkspaceTaskServiceLoginApi();
	const n8n = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
	expect(await preAuthentication.call(n8n, { ...ACCOUNT, ...session })).toEqual(stored);
});
