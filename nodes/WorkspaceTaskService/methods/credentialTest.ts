import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { secretsOf } from '../transport/account';
import { authorize } from '../transport/authorize';
import type { Post } from '../transport/login';
import { logIn } from '../transport/login';
import { complaintAbout } from './connection';
import type { ApiRequest } from '../transport/request';
import { sendThrough } from '../transport/request';
import { textOf } from '../transport/secrets';

const LIST_BOARDS: ApiRequest = { method: 'GET', path: '/api/v1/boards' };

/** A test of n8n's own kind shows bare codes, and passes any address that answers 200. */
export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	return await verdict(async () => await probe(this, data, data.apiToken));
}

export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	return await verdict(async () => {
		const post: Post = async (request, baseUrl) =>
			await sendThrough(async (options) => await call(this, options), request, baseUrl);
		await probe(this, data, await logIn(data, post, Date.now));
	});
}

async function verdict(test: () => Promise<void>): Promise<INodeCredentialTestResult> {
	try {
		await test();
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

async function probe(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	token: unknown,
): Promise<void> {
	const outcome = await sendThrough(
		async (options) => await call(context, authorize(options, token)),
		LIST_BOARDS,
		normalizeBaseUrl(data.baseUrl),
	);
	const complaint = complaintAbout(outcome, [textOf(token), ...secretsOf({ data })]);
	if (complaint !== undefined) throw new Error(complaint);
}

/** The only way out that n8n gives to a credential test; it knows other names for the same options. */
async function call(
	{ helpers }: ICredentialTestFunctions,
	{ baseURL = '', url, method, headers, body, timeout }: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	const types = { accept: 'application/json', 'content-type': 'application/json' };
	return await helpers.request({
		...{ method, uri: `${baseURL}${url}`, timeout },
		headers: { ...types, ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		followAllRedirects: false,
	});
}
