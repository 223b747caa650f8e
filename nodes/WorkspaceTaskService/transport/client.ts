import { NodeApiError } from 'n8n-workflow';

import type { Call } from '../api/calls';
import { isObject } from '../api/json';
import type { Schema } from '../api/values/schemas';
import { systemClock } from '../time/clock';
import { explain } from './errors/explain';
import type { About } from './errors/hints';
import { errorMessage } from './words';
import { openAccount, type Account, type ApiContext } from './account';
import type { Credential } from './credentialData';
import { exchange, type Helper } from './exchange';
import { askedMsOf, type ApiRequest, type Outcome } from './outcome';
import { listAll, type List, type ListOptions } from './pages';

const CHECK_RESULT = 'Check the service for the result.';

export interface Exchanged {
	request: ApiRequest;
	outcome: Outcome;
	/** Secrets of the body; never shown. */
	secrets?: string[];
	/** What to do after a look into the service, as the end of a sentence. */
	again?: string;
}

export class Client {
	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	async send(request: ApiRequest, timeoutMs?: number): Promise<Outcome> {
		const { account, context } = this;
		const cancel =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const destination = { baseUrl: account.baseUrl, timeoutMs, cancel };
		return await account.sendWithToken(request.call, async (credential) => {
			const startedAt = systemClock.now();
			const outcome = await exchange(helperFor(context, credential), request, destination);
			const durationMs = Math.round(systemClock.now() - startedAt);
			log(context, request.call, { outcome, durationMs });
			return outcome;
		});
	}

	/** @throws NodeApiError with the service's words as message and a hint as description */
	read<Value>(exchanged: Exchanged, response: Schema<Value>): Value {
		const { request, outcome, secrets = [], again } = exchanged;
		const { baseUrl } = this.account;
		const about: About = {
			request,
			baseUrl,
			secrets: [...this.account.secrets, ...secrets],
			again,
			hasTimeoutOption: 'getInputData' in this.context,
		};
		const body = bodyOf(outcome, about);
		const parsed = body === undefined ? undefined : response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const { message, hint, httpCode } = explain(outcome, about);
		const options = { message, description: hint, httpCode };
		const error = new NodeApiError(this.context.getNode(), { message }, options);
		// n8n replaces a message in which it finds a code such as ECONNRESET.
		throw Object.assign(error, { message });
	}

	/** The entries of a list, from all its pages. Without options, each page is requested once. */
	async list<Entry>(
		request: ApiRequest,
		response: Schema<Entry[]>,
		options?: ListOptions,
	): Promise<List<Entry>> {
		return await listAll(this, request, response, options);
	}
}

export async function openClient(context: ApiContext): Promise<Client> {
	return new Client(context, await openAccount(context));
}

/**
 * What the schema of an operation reads; undefined if the exchange failed. A 2xx confirms a create or write even
 * if its body cannot be read, or shows nothing.
 */
export function bodyOf(outcome: Outcome, about: About): { value: unknown } | undefined {
	if (outcome.kind === 'done') return { value: outcome.body };
	if (outcome.kind === 'unclear') {
		const { call } = about.request;
		const words = errorMessage(outcome.response.text, about.secrets);
		const warning = `The service confirmed this, but its response shows no ${call.resource}. ${CHECK_RESULT} It responded: ${words}`;
		const [entry] = [outcome.body].flat();
		return { value: isObject(entry) ? { ...entry, warning } : { response: entry, warning } };
	}
	if (outcome.kind !== 'unreadable' || about.request.call.effect === 'read') return undefined;
	const warning = `The service confirmed this, but its response ${outcome.reason}. ${CHECK_RESULT}`;
	const response = outcome.text === '' ? {} : { response: outcome.text };
	return { value: { success: true, warning, ...response } };
}

/** n8n would replace the signal of a request by the execution's signal, and our deadline with it. */
function helperFor(context: ApiContext, credential: Credential): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	const credentials = { credentialsDecrypted: credential };
	return async (options) => {
		return await helpers.httpRequestWithAuthentication.call(
			caller,
			credential.type,
			options,
			credentials,
		);
	};
}

function log(
	{ logger }: ApiContext,
	{ method, path }: Call,
	{ outcome, durationMs }: { outcome: Outcome; durationMs: number },
): void {
	const askedMs = askedMsOf(outcome);
	const until = new Date(Date.now() + askedMs).toISOString();
	const pause = askedMs > 0 ? `, paused until ${until}` : '';
	logger.debug(`${outcome.kind} after ${durationMs} ms${pause}`, { method, path });
}
