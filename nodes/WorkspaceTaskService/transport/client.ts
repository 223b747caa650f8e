import { NodeApiError } from 'n8n-workflow';

import type { Call } from '../api/calls';
import type { Schema } from '../api/values';
import { bodyOf } from './classify';
import { explain } from './errors/explain';
import { exchange } from './exchange';
import { limiterFor, type Limiter } from './limits/limiter';
import {
	authenticated,
	openAccount,
	secretsOf,
	type Account,
	type ApiContext,
} from './login/account';
import { sendWithToken } from './login/login';
import type { ApiRequest, Outcome } from './outcome';
import { listAll, type List } from './pages';
import { retrySteps, type RetryOptions } from './retry';

export interface SendOptions extends RetryOptions {
	timeoutMs: number;
}

interface ListOptions extends SendOptions {
	item: number;
	/** How many entries are enough. */
	limit?: number;
}

export class Client {
	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	/** Shared by all executions with this account. */
	get limiter(): Limiter {
		return limiterFor(this.account.key);
	}

	/** Sends once, after a 401 again with another token. It costs at most one new login. */
	async send(request: ApiRequest, timeoutMs?: number): Promise<Outcome> {
		const { context, account } = this;
		const cancel =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const destination = { baseUrl: account.baseUrl, timeoutMs, cancel };
		return await sendWithToken(account, request.call, async (credential) => {
			const sentAt = Date.now();
			const outcome = await exchange(authenticated(context, credential), request, destination);
			this.log(outcome, request.call, Date.now() - sentAt);
			return outcome;
		});
	}

	/**
	 * @param secrets of the body; never shown
	 * @throws NodeApiError with the service's words as message and a hint as description
	 */
	read<Value>(
		{ request, outcome }: { request: ApiRequest; outcome: Outcome },
		response: Schema<Value>,
		secrets: string[] = [],
	): Value {
		const { credential, tokens, baseUrl } = this.account;
		const body = bodyOf(request.call, outcome);
		const parsed = body && response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const { message, hint, httpCode } = explain(outcome, {
			request,
			baseUrl,
			secrets: [...secretsOf(credential.data), ...tokens, ...secrets],
			hasTimeoutOption: 'getInputData' in this.context,
		});
		const shown = { message, description: hint, httpCode };
		const error = new NodeApiError(this.context.getNode(), { message }, shown);
		// n8n replaces a message in which it finds a code such as ECONNRESET.
		error.message = message;
		throw error;
	}

	/** The entries of a list, from all its pages. Without options, each page is requested once. */
	async list<Entry>(
		request: ApiRequest,
		response: Schema<Entry[]>,
		options?: ListOptions,
	): Promise<List<Entry>> {
		const send = async (page: ApiRequest) => {
			if (options === undefined) return await this.send(page);
			const { retry, sendInTurn } = retrySteps(options, { call: page.call, item: options.item });
			const sendPage = async () => await this.send(page, options.timeoutMs);
			return await retry(sendInTurn(sendPage))();
		};
		return await listAll(request, {
			send,
			read: (page, outcome) => this.read({ request: page, outcome }, response),
			baseUrl: this.account.baseUrl,
			limit: options?.limit,
		});
	}

	private log(outcome: Outcome, { method, path }: Call, ms: number): void {
		const { logger } = this.context;
		const ended = `${outcome.kind} after ${ms} ms`;
		const retryAt = outcome.kind === 'rateLimited' ? outcome.retryAt : undefined;
		const pause = retryAt === undefined ? '' : `, paused until ${new Date(retryAt).toISOString()}`;
		logger.debug(`${ended}${pause}`, { method, path });
	}
}

export async function openClient(context: ApiContext): Promise<Client> {
	return new Client(context, await openAccount(context));
}
