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
import { boardList } from '../api/requests';
import { explain, fullText } from '../transport/errors/explain';
import { authorize, secretsOf } from '../transport/login/credentialData';
import { logIn } from '../transport/login/logIn';
import { exchange, type Helper } from '../transport/exchange';

type Data = ICredentialDataDecryptedObject;

type Download = AsyncIterable<Uint8Array> & { destroy(): void };

/** Then n8n closes a connection on which nothing arrives. */
const MAX_SILENCE_MS = 20_000;

/** A test of n8n's own kind shows bare codes, and passes any URL that responds with 200. */
export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	return await verdictOn(async () => await probe(this, data, String(data.apiToken)));
}

export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	const helper: Helper = async (options) => await call(this, options);
	const signIn = async (refused = '') => await logIn({ ...data, sessionToken: refused }, helper);
	return await verdictOn(async () => {
		const token = await signIn();
		const first = await probe(this, data, token);
		// It may come from an earlier login, and have expired since.
		const isRefused = first.outcome.kind === 'unauthorized';
		return isRefused ? await probe(this, data, await signIn(token)) : first;
	});
}

async function probe(context: ICredentialTestFunctions, data: Data, token: string) {
	const helper: Helper = async (options) => await call(context, authorize(options, token));
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const outcome = await exchange(helper, { call: CALLS.listBoards }, { baseUrl });
	return { outcome, baseUrl, secrets: [token, ...secretsOf(data)] };
}

async function verdictOn(test: () => ReturnType<typeof probe>): Promise<INodeCredentialTestResult> {
	try {
		const { outcome, ...about } = await test();
		const body = outcome.kind === 'done' ? outcome.body : undefined;
		// An empty body or `null` may come from any server.
		const isBoards = (body ?? '') !== '' && boardList.safeParse(body).success;
		if (isBoards) return { status: 'OK', message: 'Connection successful' };
		const explanation = explain(outcome, { ...about, request: { call: CALLS.listBoards } });
		return { status: 'Error', message: fullText(explanation) };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

/** n8n's helper knows no signal here, so the end of the test ends the download. */
async function call(
	{ helpers }: ICredentialTestFunctions,
	{ baseURL = '', url, method, headers, body, abortSignal }: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	const response = await helpers.request({
		method,
		uri: `${baseURL}${url}`,
		headers: { accept: 'application/json', ...headers },
		body,
		useStream: true,
		timeout: MAX_SILENCE_MS,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		followAllRedirects: false,
	});
	const download: Download = response.body;
	const end = () => download.destroy();
	abortSignal?.addEventListener?.('abort', end);
	if (abortSignal?.aborted) end();
	return { ...response, body: await bytesOf(download) };
}

async function bytesOf(download: Download): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of download) {
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
