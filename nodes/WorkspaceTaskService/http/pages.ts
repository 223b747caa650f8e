import { fillPath, type ApiRequest, type Outcome } from '../outcome';
import { readPagination } from '../reading/boardList';
import { parseUrl } from '../service/baseUrl';
import { mayBeInWorkspace } from '../service/boards';
import type { Schema } from '../service/values/schemas';
import type { Client } from './client';
import { makeRetrySteps, type SendOptions } from './retry';

const MAX_PAGES = 1_000;

export interface EntryList<Entry> {
	entries: Entry[];
	/** The service has more, which was not read. A list that has enough entries is complete. */
	isPartial: boolean;
	/** Nothing says so, but it has as many entries as a full page. */
	mayBeCut: boolean;
}

interface ListOptions extends SendOptions {
	/** How many entries are enough. */
	maxEntries?: number;
}

/**
 * The entries of a list, page by page. Without options, each page is requested once.
 * Follows the links to further pages, by their query only, until there are enough entries or two
 * pages in a row bring none: a service may link every page to a next page. An entry that an earlier
 * page had is left out: it moved while the list was read. So is an entry that names a different
 * workspace than the request: a service may ignore the filter.
 */
export async function requestPages<Entry>(
	client: Client,
	request: ApiRequest,
	response: Schema<Entry[]>,
	options?: ListOptions,
): Promise<EntryList<Entry>> {
	const maxEntries = options?.maxEntries ?? Infinity;
	const seen = new Set<string>();
	const entries: Entry[] = [];
	let page = request;
	let idlePages = 0;
	for (let pages = 1; ; pages += 1) {
		const outcome =
			options === undefined
				? await client.send(page)
				: await sendPageWithRetries(client, page, options);
		const received = client.read({ request, outcome }, response);
		const seenBefore = seen.size;
		for (const entry of received) {
			const content = JSON.stringify(entry);
			if (seen.has(content)) continue;
			seen.add(content);
			if (mayBeInWorkspace(entry, request.query?.workspace_id)) entries.push(entry);
		}
		idlePages = seen.size > seenBefore ? 0 : idlePages + 1;
		if (outcome.kind !== 'done' || entries.length >= maxEntries) {
			return { entries: entries.slice(0, maxEntries), isPartial: false, mayBeCut: false };
		}
		const reading = readPagination(outcome.response.headers, outcome.body);
		const query = findQueryOfLinkToSamePath(reading.links, request, client.account.baseUrl);
		if (query === undefined || idlePages > 1 || pages >= MAX_PAGES) {
			const hasTotal = reading.totalEntries > seen.size || reading.totalPages > pages;
			const isPartial = reading.hasNextPage || hasTotal;
			return { entries, isPartial, mayBeCut: reading.mayBeCut && !isPartial };
		}
		page = { ...request, query: { ...request.query, ...query } };
	}
}

async function sendPageWithRetries(
	client: Client,
	page: ApiRequest,
	options: ListOptions,
): Promise<Outcome> {
	const { retryWithinLimits, sendAndLearn } = makeRetrySteps(options, page.call);
	const { timeoutMs, signal } = options;
	const sendOnce = async () => await client.send(page, { timeoutMs, pauseSignal: signal });
	const send = retryWithinLimits(sendAndLearn(sendOnce));
	return await send();
}

/**
 * The query of a link to this path: a proxy may know the service by its own host, scheme or path, and the
 * token is for the Base URL. Undefined if no link has this path and a query.
 */
function findQueryOfLinkToSamePath(
	links: string[],
	request: ApiRequest,
	baseUrl: string,
): Record<string, string> | undefined {
	const path = fillPath(request);
	for (const link of links) {
		const target = parseUrl(link, baseUrl + path);
		if (target === undefined) continue;
		const isSamePath = target.pathname.replace(/\/$/, '').endsWith(path);
		if (isSamePath && target.search !== '') return Object.fromEntries(target.searchParams);
	}
	return undefined;
}
