import type { Schema } from '../api/values/schemas';
import { openAccount, type Account, type ApiContext } from './login/account';
import { send } from './login/send';
import type { ApiRequest, Outcome } from './outcome';
import { listAll, type List, type ListOptions } from './pages';
import { read, type Exchanged } from './read';

export class Client {
	constructor(
		readonly context: ApiContext,
		readonly account: Account,
	) {}

	/** Sends a request, and again with a different token after a refusal that may be about its token. */
	async send(request: ApiRequest, timeoutMs?: number): Promise<Outcome> {
		return await send(this.context, this.account, { request, timeoutMs });
	}

	/** @throws NodeApiError with the service's words as message and a hint as description */
	read<Value>(exchanged: Exchanged, response: Schema<Value>): Value {
		return read(this, exchanged, response);
	}

	/** The entries of a list, from all its pages. Without options, each page is requested once. */
	async list<Entry>(
		request: ApiRequest,
		response: Schema<Entry[]>,
		options?: ListOptions,
	): Promise<List<Entry>> {
		const pages = {
			send: async (page: ApiRequest, timeoutMs?: number) => await this.send(page, timeoutMs),
			read: (page: ApiRequest, outcome: Outcome) => this.read({ request: page, outcome }, response),
			baseUrl: this.account.baseUrl,
		};
		return await listAll(request, pages, options);
	}
}

export async function openClient(context: ApiContext): Promise<Client> {
	return new Client(context, await openAccount(context));
}
