import { NodeApiError } from 'n8n-workflow';

import { withoutQuery } from '../api/baseUrl';
import type { Schema } from '../api/values';
import { systemClock } from '../time';
import { explain } from './errors/explain';
import type { ExecutionQueue } from './limits/executionQueue';
import { limiterFor } from './limits/limiter';
import type { Account, ApiContext } from './login/account';
import { authenticated, openAccount, secretsOf, tokenText } from './login/account';
import { hungLogin } from './login/failure';
import { renewToken } from './login/login';
import type { ApiRequest, Outcome, Send } from './outcome';
import { listAll, type List } from './pages';
import { exchange } from './request';
import { bodyOf, type Sent } from './response';
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
	/** By default that of the request; the further pages of a list belong to the first one's. */
	endpoint?: string;
}

interface ReadOptions {
	itemIndex?: number;
	/** Of the body; never shown. */
	secrets?: string[];
}

/** An old token, one that another execution fetched, a fresh one. */
const MAX_SENDS = 3;

export class Client {
	/** By the clock. */
	readonly openedAt = systemClock.now();

	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	openQueue(maxInFlight: number, signal: AbortSignal): ExecutionQueue {
		return limiterFor(this.account.key).openQueue(maxInFlight, signal);
	}

	/**
	 * Sends with retries, within the policy and the limits of the account.
	 * @throws the reason of the queue's signal if that ends a wait
	 */
	async sendWithRetry(request: ApiRequest, options: ItemOptions): Promise<Outcome> {
		const { queue, item, maxRetries, timeoutMs, wrap = (next) => next } = options;
		const { method, isIdempotent } = request;
		let attempts = 0;
		let failures = 0;
		const send = wrap(async () => {
			attempts += 1;
			return await this.send(request, timeoutMs);
		});
		const retryIn = ({ kind }: Outcome) =>
			failures < maxRetries
				? waitBeforeRetry({ method, isIdempotent, kind }, failures++, Math.random())
				: undefined;
		const { endpoint = endpointOf(request) } = options;
		const policy = { item, endpoint, ...(maxRetries > 0 && { retryIn }) };
		const outcome = await limiterFor(this.account.key).run(send, queue, policy);
		return attempts > 1 ? { ...outcome, attempts } : outcome;
	}

	/**
	 * Sends a request; after a 401 again with another token, if there is one. A 401 says that nothing
	 * was done, so a create is safe to repeat. It costs at most one new login.
	 */
	async send(request: ApiRequest, timeoutMs?: number): Promise<Outcome> {
		const { accepted, refusedAt } = this.account;
		const sent = { endpoint: endpointOf(request), startedAt: Date.now() };
		for (let sends = 1; ; sends++) {
			const { outcome, token } = await this.sendOnce(request, timeoutMs);
			if (outcome.kind === 'done') accepted.add(token);
			if (outcome.kind === 'done' || outcome.kind === 'refused') refusedAt.delete(sent.endpoint);
			const isRefused = outcome.kind === 'unauthorized' && sends < MAX_SENDS;
			if (!isRefused || !renewToken(this.account, token, sent)) return outcome;
		}
	}

	/** @throws NodeApiError with the service's words as message and a hint as description */
	read<Value>(sent: Sent, response: Schema<Value>, options: ReadOptions = {}): Value {
		const { itemIndex, secrets: others = [] } = options;
		const { credential, tokens, accepted, baseUrl } = this.account;
		const { request, outcome } = sent;
		const body = bodyOf(sent);
		const parsed = body && response.safeParse(body.value);
		if (parsed?.success) return parsed.data;
		const secrets = [...secretsOf(credential.data), ...tokens, ...others];
		const isUrlRight = accepted.size > 0;
		const hasTimeoutOption = itemIndex !== undefined;
		const about = { request, baseUrl, secrets, isUrlRight, hasTimeoutOption, now: Date.now() };
		const { message, hint, httpCode } = explain(outcome, about);
		const shown = { message, description: hint, httpCode, itemIndex };
		const error = new NodeApiError(this.context.getNode(), { message }, shown);
		// n8n replaces a message in which it finds a code such as ECONNRESET.
		error.message = message;
		throw error;
	}

	/** The entries of a list, from all its pages. Without sendOptions, each page is asked for once. */
	async list<Entry>(
		request: ApiRequest,
		response: Schema<Entry[]>,
		options: { sendOptions?: SendOptions; limit?: number; itemIndex?: number } = {},
	): Promise<List<Entry>> {
		const { sendOptions, limit, itemIndex } = options;
		const own = { item: itemIndex ?? 0, endpoint: endpointOf(request) };
		const itemOptions = sendOptions && { ...sendOptions, ...own };
		return await listAll(request, {
			send: async (page) =>
				await (itemOptions ? this.sendWithRetry(page, itemOptions) : this.send(page)),
			read: (page, outcome) => this.read({ request: page, outcome }, response, { itemIndex }),
			baseUrl: this.account.baseUrl,
			limit,
		});
	}

	/** Another request may replace a refused token in the credential before this response is read. */
	private async sendOnce(request: ApiRequest, timeoutMs?: number) {
		const { context, account } = this;
		const { baseUrl, credential, tokens, renewals } = account;
		const before = tokenText(credential.data.sessionToken);
		tokens.add(before);
		const startedAt = Date.now();
		const cancel =
			'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const helper = authenticated(context, credential);
		const ended = await exchange(helper, request, { baseUrl, timeoutMs, cancel });
		const { sessionToken } = credential.data;
		// n8n puts the token of a login in here before it sends; another item may have emptied it since.
		const hadToken = before !== '' || sessionToken !== '' || account.renewals !== renewals;
		// Without a token, it ended during the login; the signal stops n8n from sending later.
		const isUnsent = ended.kind === 'noResponse' && !hadToken;
		const outcome: Outcome = isUnsent ? hungLogin(ended.cause) : ended;
		tokens.add(tokenText(sessionToken));
		const retryAt = outcome.kind === 'rateLimited' ? outcome.retryAt : undefined;
		const pause = retryAt === undefined ? '' : `, paused until ${new Date(retryAt).toISOString()}`;
		const sent = { method: request.method, path: withoutQuery(request.path) };
		context.logger.debug(`${outcome.kind} after ${Date.now() - startedAt} ms${pause}`, sent);
		return { outcome, token: before === '' ? tokenText(sessionToken) : before };
	}
}

const endpointOf = ({ method, path }: ApiRequest) => `${method} ${path}`;

export async function openClient(context: ApiContext): Promise<Client> {
	return new Client(context, await openAccount(context));
}
