import { NodeApiError } from 'n8n-workflow';

import type { Schema } from '../api/values/schemas';
import { systemClock } from '../time/clock';
import { openAccount, type Account, type ApiContext } from './account';
import type { Credential } from './credentialData';
import { explain } from './errors/explain';
import type { About } from './errors/hints';
import { exchange, type Helper } from './exchange';
import { askedMsOf, type ApiRequest, type Outcome } from './outcome';
import { cleanText, errorMessage } from './words';

interface Exchanged {
	request: ApiRequest;
	outcome: Outcome;
	/** Secrets of the body; never shown. */
	secrets?: string[];
}

export interface Sending {
	timeoutMs?: number;
	/** Of a request within the limits of the account: it ends a wait for a pause. */
	signal?: AbortSignal;
}

export class Client {
	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	/** @throws the reason of the signal, if it ends a wait before the request is sent again */
	async send(request: ApiRequest, { timeoutMs, signal }: Sending = {}): Promise<Outcome> {
		const { account, context } = this;
		const { call } = request;
		const destination = {
			baseUrl: account.baseUrl,
			timeoutMs,
			cancel:
				'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
		};
		const sendOnce = async (credential: Credential) => {
			const startedAt = systemClock.now();
			const outcome = await exchange(helperFor(context, credential), request, destination);
			const ms = Math.round(systemClock.now() - startedAt);
			context.logger.debug(`${outcome.kind} after ${ms} ms${pauseWords(outcome)}`, {
				method: call.method,
				path: call.path,
			});
			return outcome;
		};
		const waitForPause = async () => {
			if (signal !== undefined) await account.limiter.endpointOf(call).pause.waitForEnd(signal);
		};
		return await account.sendWithToken(call, { sendOnce, waitForPause });
	}

	/** @throws NodeApiError with the service's words as message and a hint as description */
	read<Value>(exchanged: Exchanged, response: Schema<Value>): Value {
		const { outcome, secrets = [] } = exchanged;
		const about: About = {
			request: exchanged.request,
			baseUrl: this.account.baseUrl,
			secrets: [...this.account.secrets, ...secrets],
			hasTimeoutOption: 'getInputData' in this.context,
		};
		const body = bodyOf(outcome, about);
		const parsed = body === undefined ? undefined : response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const { message, hint, httpCode } = explain(outcome, about);
		const error = new NodeApiError(
			this.context.getNode(),
			{ message },
			{ message, description: hint, httpCode },
		);
		// n8n replaces a message in which it finds a code such as ECONNRESET.
		throw Object.assign(error, { message });
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
	const { call } = about.request;
	if (outcome.kind === 'done') return { value: outcome.body };
	if (outcome.kind === 'unclear') {
		const { text } = outcome.response;
		const words = errorMessage(text, about.secrets) || cleanText(text, about.secrets);
		const warning = `${confirmed(`shows no ${call.resource}`)} It responded: ${words}`;
		// It is an object, maybe alone in a list.
		const [object] = [outcome.body].flat();
		return { value: { ...Object(object), warning } };
	}
	if (outcome.kind !== 'unreadable' || call.effect === 'read') return undefined;
	const warning = confirmed(outcome.reason);
	const response = outcome.text === '' ? {} : { response: outcome.text };
	return { value: { success: true, warning, ...response } };
}

/** @param reason such as `is incomplete` */
function confirmed(reason: string): string {
	return `The service confirmed this, but its response ${reason}. Check the service for the result.`;
}

/** n8n would replace the signal of a request by the execution's signal, and our deadline with it. */
function helperFor(context: ApiContext, credential: Credential): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	return async (options) => {
		return await helpers.httpRequestWithAuthentication.call(caller, credential.type, options, {
			credentialsDecrypted: credential,
		});
	};
}

function pauseWords(outcome: Outcome): string {
	const askedMs = askedMsOf(outcome);
	if (askedMs === 0) return '';
	return `, paused until ${new Date(Date.now() + askedMs).toISOString()}`;
}
