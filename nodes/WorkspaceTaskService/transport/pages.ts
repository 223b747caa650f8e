import { field, isFilledText, isId, isObject, type Fields } from '../api/json';
import { isInWorkspace } from '../api/requests';
import { PAGE_KEYS, wrappedIn } from '../api/shapes';
import { pathOf, type ApiRequest, type ApiResponse, type Outcome } from './outcome';

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
 * than the one asked for.
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
		const next = nextLink(outcome.response, outcome.body);
		const url = next === undefined ? undefined : urlOf(next, page, { request, baseUrl });
		const isEnd = idlePages > 1 || visited.size >= MAX_PAGES;
		if (url === undefined || visited.has(url) || isEnd) {
			const counted = { entries: receivedCount, pages: visited.size };
			const isPart = saysMore(outcome.response, outcome.body, counted);
			return { entries, hasMore: next !== undefined || isPart };
		}
		visited.add(url);
		page = { ...request, url, query: undefined };
	}
}

function nextLink({ headers }: ApiResponse, body: unknown): string | undefined {
	const linked = /<([^<>]*)>[^<>]*;\s*rel="?next/i.exec(String(headers.link).slice(0, 10_000))?.[1];
	const values = valuesBesideList(headers, body);
	const links = values(PAGE_KEYS.link).map((value) => field(value, 'href') ?? value);
	return [linked, ...links].filter(isFilledText).find((link) => /^(https?:\/\/|[/?])/i.test(link));
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

function saysMore(
	{ status, headers }: ApiResponse,
	body: unknown,
	{ entries, pages }: { entries: number; pages: number },
): boolean {
	const values = valuesBesideList(headers, body);
	const numbers = (key: RegExp) => values(key).filter(isId).map(Number);
	const [, ofRange] = /\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
	const more = values(PAGE_KEYS.more);
	// With a flag, a cursor may only name the last entry.
	const isFlagged = more.some((value) => typeof value === 'boolean');
	return (
		(status === 206 && ofRange === undefined) ||
		more.some(Boolean) ||
		(!isFlagged && values(PAGE_KEYS.cursor).some(Boolean)) ||
		values(PAGE_KEYS.last).includes(false) ||
		[...numbers(PAGE_KEYS.total), Number(ofRange)].some((total) => total > entries) ||
		numbers(PAGE_KEYS.pages).some((last) => last > pages)
	);
}

/** Reads them once, for all keys. */
function valuesBesideList(headers: Fields, body: unknown): (key: RegExp) => unknown[] {
	const beside = [headers, body, ...wrappedIn(body)].flatMap(plainEntries);
	const places = beside.filter(([name]) => PAGE_KEYS.place.test(name));
	const all = [...beside, ...places.flatMap(([, value]) => plainEntries(value))];
	return (key) => all.filter(([name]) => key.test(name)).map(([, value]) => value);
}

function plainEntries(value: unknown): Array<[string, unknown]> {
	const plain = (name: string) => name.toLowerCase().replace(/^x-|[^a-z]/g, '');
	return isObject(value) ? Object.entries(value).map(([name, one]) => [plain(name), one]) : [];
}
