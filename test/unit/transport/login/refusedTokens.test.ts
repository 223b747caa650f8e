/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/requests';
import { openClient } from '../../../../nodes/WorkspaceTaskService/transport/client';
import { logIn } from '../../../../nodes/WorkspaceTaskService/transport/login/login';

const BASE_URL = 'https://tasks.example.com';
const headers = { 'content-type': 'application/json' };

/** A run of n8n, and a service that accepts any of its tokens for lists, and none for creates. */
function setUp() {
	const seen = { logins: 0, creates: 0 };
	const respond = async ({ method }: IHttpRequestOptions) => {
		await new Promise(setImmediate);
		if (method === 'GET') return { statusCode: 200, headers, body: '[]' };
		seen.creates += 1;
		// Meanwhile, its token is accepted for lists.
		for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate);
		return { statusCode: 401, headers, body: '{}' };
	};
	const helper = async () => {
		const body = { token: `t0ken ${++seen.logins}` };
		return { statusCode: 200, headers, body: JSON.stringify(body) };
	};
	const type = 'workspaceTaskServiceLoginApi';
	const data = { baseUrl: BASE_URL, email: 'ada@example.com', password: 'p4ssw0rd' };
	const httpRequestWithAuthentication = async (
		_type: string,
		options: IHttpRequestOptions,
		{ credentialsDecrypted }: { credentialsDecrypted: ICredentialsDecrypted },
	) => {
		const credential = credentialsDecrypted.data as ICredentialDataDecryptedObject;
		if (credential.sessionToken === '') credential.sessionToken = await logIn(credential, helper);
		return await respond(options);
	};
	const context = {
		helpers: { httpRequestWithAuthentication },
		logger: { debug: () => {} },
		getNode: () => ({
			parameters: { authentication: 'login' },
			credentials: { [type]: { id: '1', name: 'Account' } },
		}),
		getCredentials: async () => ({ ...data }),
	} as unknown as IExecuteFunctions;
	return { seen, context };
}

let now = 0;
beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => ++now));
afterEach(() => jest.restoreAllMocks());

it('an endpoint that always answers 401 costs two logins, whatever the others accept', async () => {
	const { seen, context } = setUp();
	const client = await openClient(context);
	let isOver = false;
	const lists = async () => {
		while (!isOver) await client.send(CALLS.listBoards);
	};
	const listing = lists();
	for (let round = 0; round < 5; round++) {
		const creates = Array.from({ length: 8 }, async () => await client.send(CALLS.createTask));
		const kinds = (await Promise.all(creates)).map(({ kind }) => kind);
		expect(kinds).toEqual(Array(8).fill('unauthorized'));
	}
	isOver = true;
	await listing;
	expect(seen.logins).toBe(2);
	expect(seen.creates).toBeLessThanOrEqual(40 + 8);
});
