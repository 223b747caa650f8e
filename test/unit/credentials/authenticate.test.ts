import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';

const REQUEST = {
	url: 'https://tasks.example.com/api/v1/tasks',
	headers: { accept: 'text/plain' },
};

it.each([
	['an API token ""', new WorkspaceTaskServiceApi(), { apiToken: '' }],
	['an API token of spaces', new WorkspaceTaskServiceApi(), { apiToken: ' ' }],
	['"Bearer" without a token', new WorkspaceTaskServiceApi(), { apiToken: 'Bearer ' }],
	['an API token that is missing', new WorkspaceTaskServiceApi(), {}],
	['the token of no login', new WorkspaceTaskServiceLoginApi(), { sessionToken: '' }],
	['the token of another login', new WorkspaceTaskServiceLoginApi(), { sessionToken: 't0ken' }],
])('%s is not sent', async (_, { authenticate }, credential) => {
	const authorize = authenticate as (credential: object, request: object) => Promise<object>;
	expect(await authorize(credential, REQUEST)).toEqual(REQUEST);
});
