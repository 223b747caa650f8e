import { readPage } from '../api/read/page';
import { isInWorkspace } from '../api/boards';
import type { Schema } from '../api/values/schemas';
import { pathOf, type ApiRequest, type Outcome } from './outcome';
import { retrySteps, type SendOptions } from './retry';

const MAX_PAGES = 1_000;

export interface List<Entry> {
	entries: Entry[];
	/** The service has more, which was not read. A list that ended at its limit is complete. */
	hasMore: boolean;
}

export interface ListOptions extends SendOptions {
	/** How many entries are enough. */
	limit?: number;
}

/** The part of the client that a list needs. */
interface Sender {
	account: { baseUrl: string };
	send(page: ApiRequest, timeoutMs?: number): Promise<Outcome>;
	read<Value>(exchanged: { request: ApiRequest; outcome: Outcome }, response: Schema<Value>): Value;
}

/**
 * Follows the links to further pages, by their query only, until there are enough entries or two
 * pages in a row bring none: a service may link every page to a next page. An entry that an earlier
 * page had is left out: it moved while the list was read. So is a board of a different workspace
 * than the request names.
 */
export async function listAll<Entry>(
	sender: Sender,
	request: ApiRequest,
	response: Schema<Entry[]>,
	options?: ListOptions,
): Promise<List<Entry>> {
	const limit = options?.limit ?? Infinity;
	const { baseUrl } = sender.account;
	const visitedUrls = new Set([baseUrl + pathOf(request)]);
	const seen = new Set<string>();
	const entries: Entry[] = [];
	let seenCount = 0;
	let idlePages = 0;
	let page = request;
	for (;;) {
		const outcome = await sendPage(sender, page, options);
		const received = sender.read({ request: page, outcome }, response);
		const fresh = received.filter((entry) => !seen.has(JSON.stringify(entry)));
		for (const entry of fresh) {
			seen.add(JSON.stringify(entry));
			if (isInWorkspace(entry, request.query?.workspace_id)) entries.push(entry);
		}
		seenCount += fresh.length;
		idlePages = fresh.length > 0 ? 0 : idlePages + 1;
		if (outcome.kind !== 'done' || entries.length >= limit) {
			return { entries: entries.slice(0, limit), hasMore: false };
		}
		const reading = readPage(outcome.response.headers, outcome.body);
		const url = urlOfNext(reading.next, request, baseUrl);
		const isEnd = idlePages > 1 || visitedUrls.size >= MAX_PAGES;
		if (url === undefined || visitedUrls.has(url) || isEnd) {
			const hasTotal = reading.totalEntries > seenCount || reading.totalPages > visitedUrls.size;
			return { entries, hasMore: reading.next !== undefined || reading.isPart || hasTotal };
		}
		visitedUrls.add(url);
		page = { ...request, url, query: undefined };
	}
}

/** Without options, once. */
async function sendPage(sender: Sender, page: ApiRequest, options?: ListOptions): Promise<Outcome> {
	if (options === undefined) return await sender.send(page);
	const { retry, sendInTurn } = retrySteps(options, page.call);
	const sendOnce = async () => await sender.send(page, options.timeoutMs);
	const send = retry(sendInTurn(sendOnce));
	return await send();
}

/**
 * The path of the first request with the query of the link: a proxy may know the service by its own
 * host, scheme or path, and the token is for the Base URL. Undefined if there is no link, or if it leads
 * to a different path or has no query.
 */
function urlOfNext(
	link: string | undefined,
	request: ApiRequest,
	baseUrl: string,
): string | undefined {
	const path = pathOf(request);
	const url = baseUrl + path;
	if (link === undefined || !URL.canParse(link, url)) return undefined;
	const target = new URL(link, url);
	if (target.search === '') return undefined;
	const isSamePath = target.pathname.replace(/\/$/, '').endsWith(path);
	if (!isSamePath) return undefined;
	let query = target.search;
	for (const [name, value] of Object.entries(request.query ?? {})) {
		if (value === undefined || target.searchParams.has(name)) continue;
		query += `&${name}=${encodeURIComponent(String(value))}`;
	}
	return url + query;
}
