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
}

/** No answer came: `code` as Node.js names it (`ECONNREFUSED`), `reason` for people. */
export interface NoAnswer {
	status: null;
	code: string;
	reason: string;
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
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: DEFAULT_TIMEOUT_MS,
			},
			{ credentialsDecrypted: account.credential },
		);
		return {
			status: response.statusCode,
			headers: response.headers,
			text: String(response.body ?? ''),
		};
	} catch (error) {
		return readFailure(error);
	}
}

/** By shape and not by class: the host may have a copy of n8n-workflow of its own. */
function readFailure(error: unknown): NoAnswer {
	const code: unknown = Object(error).httpCode;
	const reason = error instanceof Error ? error.message : String(error);
	return { status: null, code: typeof code === 'string' ? code : 'UNKNOWN', reason };
}
