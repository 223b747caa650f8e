import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { CALLS } from '../api/calls';
import { boardList } from '../api/responses';
import { explain, fullText } from '../transport/errors/explain';
import { exchange, type Helper } from '../transport/exchange';
import { apiTokenOf, authorize, secretsOf } from '../transport/login/credentialData';
import { logInAgain } from '../transport/login/logIn';
import type { Outcome } from '../transport/outcome';

type Data = ICredentialDataDecryptedObject;
type Download = AsyncIterable<Uint8Array> & { destroy(): void };

/** Then n8n closes a connection on which nothing arrives. */
const MAX_SILENCE_MS = 20_000;

/** How the service answered a request for the boards with a token. */
interface Probe {
	outcome: Outcome;
	baseUrl: string;
	secrets: string[];
}

/* A test of n8n's own kind shows bare codes, and passes any URL that responds with 200. */

export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	return await reportOn(async () => await probe(this, data, apiTokenOf(data)));
}

export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	return await reportOn(async () => await probeLogin(this, data));
}

/** Always logs in: the token that n8n has stored may have expired. */
async function probeLogin(context: ICredentialTestFunctions, data: Data): Promise<Probe> {
	const refusedToken = String(data.sessionToken ?? '');
	const token = await logInAgain({ ...data, refusedToken }, testHelper(context));
	return await probe(context, data, token);
}

async function probe(context: ICredentialTestFunctions, data: Data, token: string): Promise<Probe> {
	const helper = testHelper(context);
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const outcome = await exchange(
		async (options) => await helper(authorize(options, token)),
		{ call: CALLS.listBoards },
		{ baseUrl },
	);
	return { outcome, baseUrl, secrets: [token, ...secretsOf(data)] };
}

async function reportOn(test: () => Promise<Probe>): Promise<INodeCredentialTestResult> {
	try {
		const { outcome, baseUrl, secrets } = await test();
		if (isBoards(outcome)) return { status: 'OK', message: 'Connection successful' };
		const about = { baseUrl, secrets, request: { call: CALLS.listBoards } };
		return { status: 'Error', message: fullText(explain(outcome, about)) };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

/** An empty body or `null` may come from any server. */
function isBoards(outcome: Outcome): boolean {
	const body = outcome.kind === 'done' ? outcome.body : undefined;
	return (body ?? '') !== '' && boardList.safeParse(body).success;
}

/**
 * The HTTP helper of a credential test. n8n's helper knows no signal here, so the end of the test ends
 * the download.
 */
function testHelper({ helpers }: ICredentialTestFunctions): Helper {
	return async (options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const response = await helpers.request({
			method: options.method,
			uri: `${options.baseURL ?? ''}${options.url}`,
			headers: { accept: 'application/json', ...options.headers },
			body: options.body,
			useStream: true,
			timeout: MAX_SILENCE_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
		});
		const download: Download = response.body;
		const end = () => download.destroy();
		options.abortSignal?.addEventListener?.('abort', end);
		if (options.abortSignal?.aborted) end();
		return { ...response, body: await bytesOf(download) };
	};
}

async function bytesOf(download: Download): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of download) {
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
