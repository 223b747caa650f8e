import { NodeApiError } from 'n8n-workflow';

import type { Schema } from '../api/values';
import { systemClock } from '../time';
import { explain } from './errors/explain';
import type { ExecutionQueue } from './limits/executionQueue';
import { limiterFor } from './limits/limiter';
import {
	authenticated,
	openAccount,
	secretsOf,
	type Account,
	type ApiContext,
} from './login/account';
import { sendWithToken } from './login/login';
import { bodyOf, type ApiRequest, type Outcome, type Send } from './outcome';
import { listAll, type List } from './pages';
import { exchange } from './request';
import { waitBeforeRetry } from './retry';

export interface SendOptions {
	queue: ExecutionQueue;
	/** A rate limit costs none. With 0, a request is sent once, whatever the response. */
	maxRetries: number;
	timeoutMs: number;
}

interface ItemOptions extends SendOptions {
	item: number;
	wrap?: (next: Send) => Send;
}

export class Client {
	/** By the clock. */
	readonly openedAt = systemClock.now();
	/** A request succeeded. */
	private isUrlRight = false;

	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	openQueue(maxInFlight: number, signal: AbortSignal): ExecutionQueue {
		return limiterFor(this.account.key).openQueue(maxInFlight, signal);
	}

	isGivenUp(request: ApiRequest): boolean {
		return limiterFor(this.account.key).isGivenUp(endpointOf(request));
	}

	/**
	 * Sends with retries, within the policy and the limits of the account.
	 * @throws the reason of the queue's signal if that ends a wait
	 */
	async sendWithRetry(request: ApiRequest, options: ItemOptions): Promise<Outcome> {
		const { queue, item, maxRetries, timeoutMs, wrap = (next) => next } = options;
		let attempts = 0;
		let failures = 0;
		const send = wrap(async () => {
			attempts += 1;
			return await this.send(request, timeoutMs);
		});
		const retryIn = ({ kind }: Outcome) =>
			failures < maxRetries
				? waitBeforeRetry({ ...request, kind }, failures++, Math.random())
				: undefined;
		const policy = { item, endpoint: endpointOf(request), ...(maxRetries > 0 && { retryIn }) };
		const outcome = await limiterFor(this.account.key).run(send, queue, policy);
		return attempts > 1 ? { ...outcome, attempts } : outcome;
	}

	/** Sends once, after a 401 again with another token. It costs at most one new login. */
	async send(request: ApiRequest, timeoutMs?: number): Promise<Outcome> {
		const { context, account } = this;
		const cancel =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const destination = { baseUrl: account.baseUrl, timeoutMs, cancel };
		return await sendWithToken(account, endpointOf(request), async (credential) => {
			const sentAt = Date.now();
			const outcome = await exchange(authenticated(context, credential), request, destination);
			this.log(outcome, request, Date.now() - sentAt);
			this.isUrlRight ||= outcome.kind === 'done';
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
		const body = bodyOf(request.method, outcome);
		const parsed = body && response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const { message, hint, httpCode } = explain(outcome, {
			request,
			baseUrl,
			secrets: [...secretsOf(credential.data), ...tokens, ...secrets],
			isUrlRight: this.isUrlRight,
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
		options?: ItemOptions & { limit?: number },
	): Promise<List<Entry>> {
		return await listAll(request, {
			send: async (page) =>
				options === undefined ? await this.send(page) : await this.sendWithRetry(page, options),
			read: (page, outcome) => this.read({ request: page, outcome }, response),
			baseUrl: this.account.baseUrl,
			limit: options?.limit,
		});
	}

	private log(outcome: Outcome, { method, path }: ApiRequest, ms: number): void {
		const retryAt = outcome.kind === 'rateLimited' ? outcome.retryAt : undefined;
		const pause = retryAt === undefined ? '' : `, paused until ${new Date(retryAt).toISOString()}`;
		this.context.logger.debug(`${outcome.kind} after ${ms} ms${pause}`, { method, path });
	}
}

const endpointOf = ({ method, path }: ApiRequest) => `${method} ${path}`;

export async function openClient(context: ApiContext): Promise<Client> {
	return new Client(context, await openAccount(context));
}
