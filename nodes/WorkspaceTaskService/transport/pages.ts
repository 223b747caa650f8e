import { isObject } from '../api/json';
import type { ApiRequest, Outcome, ApiResponse } from './outcome';

const MOST_PAGES = 1_000;

/* The API document shows no pages. These are the usual ways to tell of more. */
const PLACES = 'links _links meta pagination paging page'.split(' ');
const LINKS = ['next', 'next_url', 'next_page_url', 'next_link', '@odata.nextLink'];
const CURSORS = ['next', 'next_cursor', 'next_page', 'next_page_token'];
const FLAGS = ['has_more', 'has_next', 'has_next_page'];
const TOTALS = ['total', 'total_count'];

export interface List<Entry> {
	entries: Entry[];
	/** The service has more, and gave no link to it. */
	hasMore: boolean;
}

/** Follows the links to further pages, on the same origin only, until there are enough entries. */
export async function listAll<Entry>(
	send: (page: ApiRequest) => Promise<Outcome>,
	read: (outcome: Outcome, page: ApiRequest) => Entry[],
	request: ApiRequest,
	baseUrl: string,
	most = Infinity,
): Promise<List<Entry>> {
	const visited = new Set([`${baseUrl}${request.path}`]);
	let entries: Entry[] = [];
	for (let page = request; ;) {
		const outcome = await send(page);
		entries = entries.concat(read(outcome, page));
		if (outcome.kind !== 'done' || entries.length >= most) {
			return { entries: entries.slice(0, most), hasMore: false };
		}
		const next = nextLink(outcome.response, outcome.body);
		const path = next === undefined ? undefined : addressOf(next, page.path, baseUrl);
		if (path === undefined || visited.has(path) || visited.size >= MOST_PAGES) {
			return { entries, hasMore: next !== undefined || saysMore(outcome.body, entries.length) };
		}
		visited.add(path);
		page = { ...request, path, query: undefined };
	}
}

function nextLink({ headers }: ApiResponse, body: unknown): string | undefined {
	const linked = /<([^<>]*)>[^<>]*;\s*rel="?next/i.exec(String(headers.link))?.[1];
	const links = valuesIn(body, LINKS).map((value) => (isObject(value) ? value.href : value));
	return [linked, ...links].find(
		(link): link is string => typeof link === 'string' && /^(https?:\/\/|[/?])/i.test(link),
	);
}

/** Undefined if it leads to another origin. */
function addressOf(link: string, path: string, baseUrl: string): string | undefined {
	const current = URL.canParse(path) ? path : `${baseUrl}${path}`;
	if (!URL.canParse(link, current)) return undefined;
	const { origin, href } = new URL(link, current);
	return origin === new URL(baseUrl).origin ? href : undefined;
}

function saysMore(body: unknown, count: number): boolean {
	const isFilled = (value: unknown) => value !== '' && ['string', 'number'].includes(typeof value);
	return (
		valuesIn(body, FLAGS).includes(true) ||
		valuesIn(body, [...LINKS, ...CURSORS]).some(isFilled) ||
		valuesIn(body, TOTALS).some((total) => typeof total === 'number' && total > count)
	);
}

/** The names also in camel case. */
function valuesIn(body: unknown, names: string[]): unknown[] {
	if (!isObject(body)) return [];
	const camel = names.map((name) =>
		name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
	);
	const places = [body, ...PLACES.map((name) => body[name])].filter(isObject);
	return places.flatMap((place) => [...names, ...camel].map((name) => place[name]));
}
