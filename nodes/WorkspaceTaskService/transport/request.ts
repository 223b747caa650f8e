import type { IDataObject, IHttpRequestMethods, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Account, ApiContext } from './account';

export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST'>;
	/** Below the base URL, such as `/api/v1/boards`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Parts of the body that must never stand in a message. */
	secrets?: string[];
}

/** What the service answered, whatever the status. `text` is the body before any parsing. */
export interface Answer {
	status: number;
	headers: IN8nHttpFullResponse['headers'];
	text: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/**
 * No answer came: `code` as Node.js names it (`ECONNREFUSED`), `reason` for people, `detail` what
 * Node.js itself said, which tells more than the code: `connect ETIMEDOUT` never left.
 */
export interface NoAnswer {
	status: null;
	code: string;
	reason: string;
	detail?: string;
}

export type Outcome = Answer | NoAnswer;

/** Below 70 % of n8n's 120 s activation lease even with several calls in a row. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * The only HTTP call of the package. It goes through n8n's own helper, for the host's proxies,
 * TLS settings, SSRF guard and allowed domains, and never throws: a status stays a value until
 * `readAnswer` judges it. Redirects are not followed, since n8n would send the token along.
 */
export async function send(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Outcome> {
	try {
		const response: IN8nHttpFullResponse = await context.helpers.httpRequestWithAuthentication.call(
			context,
			account.credential.type,
			{
				method: request.method,
				baseURL: account.baseUrl,
				url: request.path,
				qs: request.query,
				body: request.body,
				json: true,
				encoding: 'text',
				returnFullResponse: true,
				// With a status left out here (`except`), n8n logs in anew and sends once more.
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: timeoutMs,
			},
			{ credentialsDecrypted: account.credential },
		);
		return {
			status: response.statusCode,
			headers: response.headers,
			text: String(response.body ?? ''),
			at: Date.now(),
		};
	} catch (error) {
		return readFailure(error, timeoutMs);
	}
}

/** By shape and not by class: the host may have a copy of n8n-workflow of its own. */
function readFailure(error: unknown, timeoutMs: number): NoAnswer {
	const { httpCode, messages } = Object(error);
	const code = typeof httpCode === 'string' ? httpCode : 'UNKNOWN';
	const sentence = error instanceof Error ? error.message : String(error);
	// n8n puts a sentence of its own in place of the message, and keeps what was there.
	const detail = Array.isArray(messages) ? String(messages[0] ?? sentence) : sentence;
	const isTimeout = /^timeout of \d+ms exceeded/.test(detail);
	const reason = isTimeout ? `none came within ${timeoutMs / 1000} s` : sentence;
	return { status: null, code, reason, detail };
}
