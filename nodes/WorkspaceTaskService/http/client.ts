import { NodeApiError } from 'n8n-workflow';

import { explainOutcome } from '../messages/explain';
import type { MessageContext } from '../messages/hints';
import { cleanText, findErrorMessage } from '../messages/words';
import { getAskedMs, type ApiRequest, type Outcome } from '../outcome';
import type { Schema } from '../service/values/schemas';
import { systemClock } from '../shared/clock';
import { openAccount, type Account, type ApiContext } from './account';
import type { Credential } from './credential';
import { exchange, type HttpHelper } from './exchange';

interface ExchangedRequest {
	request: ApiRequest;
	outcome: Outcome;
	/** Secrets of the body; never shown. */
	secrets?: string[];
}

export interface Sending {
	timeoutMs?: number;
	/**
	 * Of a request within the limits of the account. Before it is sent again with another token, it waits for a
	 * pause of its endpoint, and this ends the wait. Without a signal, a request does not wait.
	 */
	pauseSignal?: AbortSignal;
}

export class Client {
	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	/** @throws the reason of the signal, if it ends a wait before the request is sent again */
	async send(request: ApiRequest, { timeoutMs, pauseSignal }: Sending = {}): Promise<Outcome> {
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
			const outcome = await exchange(makeHttpHelper(context, credential), request, destination);
			const ms = Math.round(systemClock.now() - startedAt);
			context.logger.debug(`${outcome.kind} after ${ms} ms${formatPause(outcome)}`, {
				method: call.method,
				path: call.path,
			});
			return outcome;
		};
		const waitForPause = async () => {
			const isWithinLimits = pauseSignal !== undefined;
			if (isWithinLimits) await account.limiter.getEndpoint(call).pause.waitForEnd(pauseSignal);
		};
		return await account.sendWithToken(call, { sendOnce, waitForPause });
	}

	/** @throws NodeApiError with the service's words as message and a hint as description */
	read<Value>(exchanged: ExchangedRequest, response: Schema<Value>): Value {
		const { outcome, secrets = [] } = exchanged;
		const messageContext: MessageContext = {
			request: exchanged.request,
			baseUrl: this.account.baseUrl,
			secrets: [...this.account.secrets, ...secrets],
			hasTimeoutOption: 'getInputData' in this.context,
		};
		const body = getBodyOrConfirmation(outcome, messageContext);
		const parsed = body === undefined ? undefined : response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const { message, hint, httpCode } = explainOutcome(outcome, messageContext);
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
 * What the schema of an operation reads; undefined if the exchange failed. A 2xx confirms a create or write
 * even if its body cannot be read, or shows nothing.
 */
export function getBodyOrConfirmation(
	outcome: Outcome,
	messageContext: MessageContext,
): { value: unknown } | undefined {
	const { call } = messageContext.request;
	if (outcome.kind === 'done') return { value: outcome.body };
	if (outcome.kind === 'unclear') {
		const { text } = outcome.response;
		const words =
			findErrorMessage(text, messageContext.secrets) || cleanText(text, messageContext.secrets);
		const warning = `${describeConfirmation(`shows no ${call.resource}`)} It responded: ${words}`;
		// It is an object, maybe alone in a list.
		const [object] = [outcome.body].flat();
		return { value: { ...Object(object), warning } };
	}
	if (outcome.kind !== 'unreadable' || call.effect === 'read') return undefined;
	const warning = describeConfirmation(outcome.reason);
	const response = outcome.text === '' ? {} : { response: outcome.text };
	return { value: { success: true, warning, ...response } };
}

/** @param reason such as `is incomplete` */
function describeConfirmation(reason: string): string {
	return `The service confirmed this, but its response ${reason}. Check the service for the result.`;
}

/** n8n would replace the signal of a request by the execution's signal, and our deadline with it. */
function makeHttpHelper(context: ApiContext, credential: Credential): HttpHelper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	return async (options) => {
		return await helpers.httpRequestWithAuthentication.call(caller, credential.type, options, {
			credentialsDecrypted: credential,
		});
	};
}

function formatPause(outcome: Outcome): string {
	const askedMs = getAskedMs(outcome);
	if (askedMs === 0) return '';
	return `, paused until ${new Date(Date.now() + askedMs).toISOString()}`;
}
