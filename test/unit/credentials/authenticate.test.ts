import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import { identifySession } from '../../../nodes/WorkspaceTaskService/http/credential';

const ACCOUNT = { baseUrl: 'https://tasks.example.com', email: 'a@example.com', password: 'p' };
const SESSION = { ...ACCOUNT, sessionToken: 't0ken', sessionFor: identifySession(ACCOUNT) };
const REQUEST = {
	url: 'https://tasks.example.com/api/v1/tasks',
	headers: { accept: 'text/plain' },
};

describe('the token of a login', () => {
	const { authenticate } = new WorkspaceTaskServiceLoginApi();
	const authorize = authenticate as (credential: object, request: object) => Promise<object>;

	it('is sent with the account that it was fetched with', async () => {
		const headers = { ...REQUEST.headers, Authorization: 'Bearer t0ken' };
		expect(await authorize(SESSION, REQUEST)).toEqual({ ...REQUEST, headers });
	});

	it.each([
		['an edited Base URL', { baseUrl: 'https://other.example.com' }],
		['an edited email', { email: 'b@example.com' }],
		['no token', { sessionToken: '' }],
	])('is not sent with %s', async (_, edited) => {
		expect(await authorize({ ...SESSION, ...edited }, REQUEST)).toEqual(REQUEST);
	});
});

it.each(['', ' ', 'Bearer ', undefined])('an API token %j is not sent', async (apiToken) => {
	const { authenticate } = new WorkspaceTaskServiceApi();
	const authorize = authenticate as (credential: object, request: object) => Promise<object>;
	expect(await authorize({ apiToken }, REQUEST)).toEqual(REQUEST);
});
