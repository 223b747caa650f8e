import { readPage } from '../api/read/list';
import { isInWorkspace } from '../api/requests';
import { pathOf, type ApiRequest, type Outcome } from './outcome';

const MAX_PAGES = 1_000;

export interface List<Entry> {
	entries: Entry[];
	/** The service has more, and gave no link to it. */
	hasMore: boolean;
}

interface Listing<Entry> {
	send(page: ApiRequest): Promise<Outcome>;
	read(page: ApiRequest, outcome: Outcome): Entry[];
	baseUrl: string;
	limit?: number;
}

/**
 * Follows the links to further pages, on the same origin only, until there are enough entries or two
 * pages in a row bring none: a service may link every page to a next one. An entry that an earlier
 * page had is left out: it moved while the list was read. So is a board that names another workspace
 * than the request.
 */
export async function listAll<Entry>(
	request: ApiRequest,
	{ send, read, baseUrl, limit = Infinity }: Listing<Entry>,
): Promise<List<Entry>> {
	const visited = new Set([baseUrl + pathOf(request)]);
	const known = new Set<string>();
	let entries: Entry[] = [];
	let receivedCount = 0;
	let idlePages = 0;
	for (let page = request; ;) {
		const outcome = await send(page);
		const fresh = read(page, outcome).filter((entry) => !known.has(JSON.stringify(entry)));
		for (const entry of fresh) known.add(JSON.stringify(entry));
		const wanted = request.query?.workspace_id;
		entries = entries.concat(fresh.filter((entry) => isInWorkspace(entry, wanted)));
		receivedCount += fresh.length;
		idlePages = fresh.length > 0 ? 0 : idlePages + 1;
		if (outcome.kind !== 'done' || entries.length >= limit) {
			return { entries: entries.slice(0, limit), hasMore: false };
		}
		const { next, saysMore } = readPage({ ...outcome.response, body: outcome.body });
		const url = next === undefined ? undefined : urlOf(next, page, { request, baseUrl });
		const isEnd = idlePages > 1 || visited.size >= MAX_PAGES;
		if (url === undefined || visited.has(url) || isEnd) {
			const isPart = saysMore({ entries: receivedCount, pages: visited.size });
			return { entries, hasMore: next !== undefined || isPart };
		}
		visited.add(url);
		page = { ...request, url, query: undefined };
	}
}

/** With the parameters of the first request that the link lacks. Undefined if it leads to another origin. */
function urlOf(
	link: string,
	page: ApiRequest,
	{ request, baseUrl }: { request: ApiRequest; baseUrl: string },
): string | undefined {
	const from = page.url ?? baseUrl + pathOf(page);
	if (!URL.canParse(link, from)) return undefined;
	const url = new URL(link, from);
	for (const [name, value] of Object.entries(request.query ?? {})) {
		const isMissing = value !== undefined && !url.searchParams.has(name);
		if (isMissing) url.searchParams.append(name, String(value));
	}
	return url.origin === new URL(baseUrl).origin ? url.href : undefined;
}
