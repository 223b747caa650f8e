import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { requireApiToken, listSecrets, type CredentialData } from '../http/credential';
import type { HttpHelper } from '../http/exchange';
import { getSharedSession, tryToken } from '../http/login/session';
import { explainOutcome } from '../messages/explain';
import { joinMessageAndHint } from '../messages/words';
import type { Outcome } from '../outcome';
import { normalizeBaseUrl } from '../service/baseUrl';
import { CALLS } from '../service/calls';
import { boardList } from '../service/responses';

/** Of Node.js. */
interface Download {
	toArray(): Promise<Uint8Array[]>;
	destroy(): void;
}

/** Then n8n closes a connection on which nothing arrives. */
const MAX_SILENCE_MS = 20_000;

/* A test of n8n's own kind shows bare codes, and passes any URL that responds with 200. */

export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<CredentialData>,
): Promise<INodeCredentialTestResult> {
	return await testCredential(this, data, () => requireApiToken(data));
}

/** Always logs in: the token that n8n has stored may have expired. */
export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<CredentialData>,
): Promise<INodeCredentialTestResult> {
	return await testCredential(
		this,
		data,
		async (helper) => await getSharedSession(data).requestLogin(data, helper),
	);
}

async function testCredential(
	context: ICredentialTestFunctions,
	data: CredentialData,
	getToken: (helper: HttpHelper) => Promise<string> | string,
): Promise<INodeCredentialTestResult> {
	const helper = makeAbortableHelper(context);
	try {
		const token = await getToken(helper);
		const outcome = await tryToken(data, token, helper);
		if (isBoardList(outcome)) return { status: 'OK', message: 'Connection successful' };
		const about = {
			request: { call: CALLS.listBoards },
			baseUrl: normalizeBaseUrl(data.baseUrl),
			secrets: [token, ...listSecrets(data)],
		};
		return { status: 'Error', message: joinMessageAndHint(explainOutcome(outcome, about)) };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

/** An empty body or `null` may come from any server. */
function isBoardList(outcome: Outcome): boolean {
	const body = outcome.kind === 'done' ? outcome.body : undefined;
	return (body ?? '') !== '' && boardList.safeParse(body).success;
}

/**
 * The HTTP helper of a credential test. n8n's helper knows no signal here, so the response is streamed, and
 * the signal ends the download. It follows no redirect, as in an execution.
 */
function makeAbortableHelper({ helpers }: ICredentialTestFunctions): HttpHelper {
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
		return { ...response, body: Buffer.concat(await download.toArray()) };
	};
}
