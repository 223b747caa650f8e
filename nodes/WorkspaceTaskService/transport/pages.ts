import { readPage } from '../api/read/page';
import { isInWorkspace } from '../api/boards';
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
 * Follows the links to further pages, by their query only, until there are enough entries or two
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
		const url = next === undefined ? undefined : urlOfNext(next, request, baseUrl);
		const isEnd = idlePages > 1 || visited.size >= MAX_PAGES;
		if (url === undefined || visited.has(url) || isEnd) {
			const isPart = saysMore({ entries: receivedCount, pages: visited.size });
			return { entries, hasMore: next !== undefined || isPart };
		}
		visited.add(url);
		page = { ...request, url, query: undefined };
	}
}

/**
 * The path of the first request with the query of the link: a proxy may know the service by its own
 * host, scheme or path, and the token is for the Base URL. Undefined if the link leads to a different
 * path, or has no query.
 */
function urlOfNext(link: string, request: ApiRequest, baseUrl: string): string | undefined {
	const path = pathOf(request);
	const url = baseUrl + path;
	if (!URL.canParse(link, url)) return undefined;
	const { pathname, search, searchParams } = new URL(link, url);
	const isSamePath = pathname.replace(/\/$/, '').endsWith(path);
	if (!isSamePath || search === '') return undefined;
	const parameters = [search.slice(1)];
	for (const [name, value] of Object.entries(request.query ?? {})) {
		const isMissing = value !== undefined && !searchParams.has(name);
		if (isMissing) parameters.push(`${name}=${encodeURIComponent(String(value))}`);
	}
	return `${url}?${parameters.join('&')}`;
}
