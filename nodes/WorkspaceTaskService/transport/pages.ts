import { field, isFilledText, isObject } from '../api/json';
import { wrappedIn } from '../api/responses';
import type { ApiRequest, ApiResponse, Outcome } from './outcome';

const MAX_PAGES = 1_000;

/* The API document shows no pages. These are the usual ways to say that there is more. */
const PLACES = ['links', '_links', 'meta', 'pagination', 'paging', 'page', 'page_info'];
const LINKS = ['next', 'next_url', 'next_page_url', 'next_link', '@odata.nextLink'];
const CURSORS = ['next_cursor', 'next_page', 'next_page_token'];
const TRUE_IF_MORE = ['has_more', 'has_next', 'has_next_page', 'more', 'is_truncated'];
const FALSE_IF_MORE = ['last', 'is_last'];
const TOTALS = ['total', 'total_count', 'total_elements', 'total_items', 'count'];
const PAGE_NUMBERS = ['page', 'current_page'];
const PAGE_COUNTS = ['total_pages', 'last_page', 'page_count'];

export interface List<Entry> {
	entries: Entry[];
	/** The service has more, and gave no link to it. */
	hasMore: boolean;
}

/** How a list is fetched. */
interface Listing<Entry> {
	send(page: ApiRequest): Promise<Outcome>;
	/** The entries in a response. */
	read(page: ApiRequest, outcome: Outcome): Entry[];
	baseUrl: string;
	/** How many entries are enough. */
	limit?: number;
}

/** What was received so far. */
interface Counted {
	entries: number;
	pages: number;
}

/** Follows the links to further pages, on the same origin only, until there are enough entries. */
export async function listAll<Entry>(
	request: ApiRequest,
	{ send, read, baseUrl, limit = Infinity }: Listing<Entry>,
): Promise<List<Entry>> {
	const visited = new Set([`${baseUrl}${request.path}`]);
	let entries: Entry[] = [];
	for (let page = request; ;) {
		const outcome = await send(page);
		entries = entries.concat(read(page, outcome));
		if (outcome.kind !== 'done' || entries.length >= limit) {
			return { entries: entries.slice(0, limit), hasMore: false };
		}
		const next = nextLink(outcome.response, outcome.body);
		const path = next === undefined ? undefined : urlOf(next, page.path, baseUrl);
		if (path === undefined || visited.has(path) || visited.size >= MAX_PAGES) {
			const { response, body } = outcome;
			const counted = { entries: entries.length, pages: visited.size };
			const saysMore = headersSayMore(response, counted) || bodySaysMore(body, counted);
			return { entries, hasMore: next !== undefined || saysMore };
		}
		visited.add(path);
		page = { ...request, path, query: undefined };
	}
}

function nextLink({ headers }: ApiResponse, body: unknown): string | undefined {
	const linked = /<([^<>]*)>[^<>]*;\s*rel="?next/i.exec(String(headers.link).slice(0, 10_000))?.[1];
	const links = valuesIn(body, LINKS).map((value) => (isObject(value) ? value.href : value));
	return [linked, ...links].find(
		(link): link is string => isFilledText(link) && /^(https?:\/\/|[/?])/i.test(link),
	);
}

/** Undefined if it leads to another origin. */
function urlOf(link: string, path: string, baseUrl: string): string | undefined {
	const current = URL.canParse(path) ? path : `${baseUrl}${path}`;
	if (!URL.canParse(link, current)) return undefined;
	const { origin, href } = new URL(link, current);
	return origin === new URL(baseUrl).origin ? href : undefined;
}

function headersSayMore({ status, headers }: ApiResponse, { entries, pages }: Counted): boolean {
	const number = (name: string) => Number(headers[name] ?? NaN);
	const [, rangeTotal] = /\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
	const page = number('x-page') || pages;
	return (
		(status === 206 && rangeTotal === undefined) ||
		Number(rangeTotal) > entries ||
		number('x-total-count') > entries ||
		number('x-total') > entries ||
		Boolean(headers['x-next-page']) ||
		number('x-total-pages') > page
	);
}

function bodySaysMore(body: unknown, { entries, pages }: Counted): boolean {
	const isFilled = (value: unknown) => value !== '' && ['string', 'number'].includes(typeof value);
	const numbersIn = (names: string[]) => valuesIn(body, names).filter(isFilled).map(Number);
	const [page = pages] = numbersIn(PAGE_NUMBERS);
	return (
		valuesIn(body, TRUE_IF_MORE).includes(true) ||
		valuesIn(body, FALSE_IF_MORE).includes(false) ||
		valuesIn(body, [...LINKS, ...CURSORS]).some(isFilled) ||
		numbersIn(TOTALS).some((total) => total > entries) ||
		numbersIn(PAGE_COUNTS).some((last) => last > page)
	);
}

/** Values under these names, also in camel case, beside the list and in the usual places there. */
function valuesIn(body: unknown, names: string[]): unknown[] {
	const camel = names.map((name) =>
		name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
	);
	const beside = [body, ...wrappedIn(body)].filter(isObject);
	const places = [...beside, ...beside.flatMap((one) => PLACES.map((name) => field(one, name)))];
	return places.flatMap((place) => [...names, ...camel].map((name) => field(place, name)));
}
