import { z } from 'zod';

import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { Client, Sending } from '../../../nodes/WorkspaceTaskService/http/client';
import {
	fillPath,
	type ApiRequest,
	type Outcome,
} from '../../../nodes/WorkspaceTaskService/outcome';
import type { Schema } from '../../../nodes/WorkspaceTaskService/service/values/schemas';
import { systemClock } from '../../../nodes/WorkspaceTaskService/shared/clock';
import { Limiter } from '../../../nodes/WorkspaceTaskService/limits/limiter';
import { requestPages } from '../../../nodes/WorkspaceTaskService/http/pages';
import { responseWith } from '../../support/outcomes';

const BASE_URL = 'https://tasks.example.com';
const request: ApiRequest = { call: CALLS.listBoards };
const page = (body: unknown, headers = {}): Outcome => {
	return { kind: 'done', response: responseWith(200, '', headers), body };
};

/** Each page has one entry. */
const onePage = z.unknown().transform((outcome) => [outcome]);
const readOutcome = <Value>({ outcome }: { outcome: Outcome }, response: Schema<Value>) =>
	response.parse(outcome);

/** What a list needs of it. */
const clientWith = (
	send: (page: ApiRequest, options?: Sending) => Promise<Outcome>,
	baseUrl = BASE_URL,
) => ({ send, read: readOutcome, account: { baseUrl } }) as unknown as Client;

/** Lists what a service sends page by page. */
async function list(pageAt: (number: number) => Outcome) {
	let sent = 0;
	const sender = clientWith(async () => pageAt(++sent));
	const { entries, isPartial, mayBeCut } = await requestPages(sender, request, onePage);
	return { sent, count: entries.length, isPartial, mayBeCut };
}

describe('a list', () => {
	it.each<[unknown, object?]>([
		[[], { 'x-total-count': '120' }],
		[[], { 'x-next-page': '2' }],
		[[], { 'content-range': 'boards 0-49/120' }],
		[[], { link: '<https://tasks.example.com/boards?page=2>; rel="next"' }],
		[{ data: { boards: [], has_more: true } }],
		[{ data: { items: [], pageInfo: { hasNextPage: true } } }],
		[{ content: [], totalElements: 1, last: false }],
		[{ items: [], IsTruncated: true }],
		[{ values: [], '@odata.count': 120 }],
		[{ records: [], nextRecordsUrl: '/query/2' }],
		[{ boards: null, total: 5 }],
		[{ boards: [], pagination: { total: '120' } }],
		[{ boards: [], page: 1, total_pages: 3 }],
		[{ boards: [], pages: 3 }],
		[{ boards: [], nextPageToken: 'abc' }],
		[{ boards: [], cursor: 'abc' }],
		[{ boards: [], cursor: 'abc', has_more: 'none' }],
		[{ boards: [], next_cursor: 'abc' }],
		[{ boards: [], has_more: 'true' }],
		[{ boards: [], has_more: 1 }],
		[{ boards: [], has_more: 'true', cursor: null }],
		[{ boards: [], last: 'false' }],
		[{ boards: [], is_last: false }],
		[{ boards: [], next: 2 }],
		[{ boards: [], next: 'http://' }],
		[{ boards: [], next: { href: 'later' } }],
		[{ boards: [], nextPage: 2, next_page: null }],
		[{ boards: [], _links: { next: { page: 2 } }, links: {} }],
	])('is incomplete according to %j, %j', async (...[body, headers]) => {
		expect(await list(() => page(body, headers))).toMatchObject({ sent: 1, isPartial: true });
	});

	const hundred = Array.from({ length: 100 }, (_, id) => ({ id }));
	const endLikePages = { discount: 9, my_cursor: 'a', at_last: false, frontpages: 9 };
	const beginLikePages = { countdown: 9, cursor_type: 'a', last_name: false, pages_size: 9 };
	const beginLikeNext = { more_info: 'a', next_sync_at: '2026-12-31', next_steps: '/help' };
	const containPages = { totals: 9, last_page_size: 9, page_count_limit: 9, my_last_page: 9 };
	const containNext = {
		truncated_at: 'a',
		learn_more: '/docs',
		read_next: 'a',
		next_step: '/help',
	};

	it.each<[unknown, object?]>([
		[[], { 'content-range': 'boards 0-0/1' }],
		[[], { 'content-range': 'boards 0-0/*' }],
		[[], { link: '<https://tasks.example.com/boards>; rel="prev"' }],
		[hundred, { 'x-has-more': 'false' }],
		[hundred, { 'x-next-page': '' }],
		[hundred, { 'x-next-cursor': '0' }],
		[[{ total: 9, has_more: true }]],
		[{ data: [], has_more: false, next: null, next_cursor: '', last: true }],
		[{ boards: [], user: { count: 9 }, task_count: 9 }],
		[{ boards: [], total: null }],
		[{ boards: [], ...endLikePages, what_next: '/boards' }],
		[{ boards: [], ...beginLikePages, ...beginLikeNext }],
		[{ boards: [], ...containPages, ...containNext }],
		[{ boards: [], last: 'falsehood', is_last: 'as false' }],
		[{ boards: [], is_last: 'true' }],
		[{ boards: [], links: { last: '/api/v1/boards?page=1' } }],
		[{ boards: [], next: '' }],
		[{ boards: [], next: false }],
		[{ boards: [], next: {} }],
		[{ boards: [], next: [] }],
		[{ boards: [], next: { cursor: null } }],
		[{ boards: [], _links: { next: { href: null } } }],
		[{ boards: [], next_cursor: '0' }],
		[{ boards: [], has_next: 0 }],
		[{ boards: [], has_more: '0' }],
		[{ boards: [], hasMore: 'False' }],
		[{ boards: [], has_more: 'false', cursor: 'abc' }],
		[{ boards: [], has_more: 0, cursor: 'abc' }],
	])('is complete according to %j, %j', async (...[body, headers]) => {
		const complete = { sent: 1, isPartial: false, mayBeCut: false };
		expect(await list(() => page(body, headers))).toMatchObject(complete);
	});

	it.each<[string, object, object]>([
		['in headers', {}, { 'x-total-pages': '3', 'x-total-count': '3' }],
		['in its body', { total_pages: 3, total: 3 }, {}],
	])('is complete after all pages counted %s', async (_, body, headers) => {
		const result = await list((number) => {
			const next = number < 3 ? `/api/v1/boards?page=${number + 1}` : null;
			return page({ data: [], ...body, next }, headers);
		});
		expect(result).toEqual({ sent: 3, count: 3, isPartial: false, mayBeCut: false });
	});

	it('ends after a thousand pages', async () => {
		// The service also ends, so that an unbounded list fails instead of hanging.
		const result = await list((number) => {
			return page({ next: number < 2_000 ? `/api/v1/boards?page=${number}` : null });
		});
		expect(result).toEqual({ sent: 1_000, count: 1_000, isPartial: true, mayBeCut: false });
	});
});

/** The URLs that are requested for a list whose first page has this link. */
async function requested(link: unknown, baseUrl = BASE_URL, query?: ApiRequest['query']) {
	const urls: string[] = [];
	const send = async (sent: ApiRequest): Promise<Outcome> => {
		const parameters = new URLSearchParams(JSON.parse(JSON.stringify(sent.query ?? {})));
		urls.push(`${baseUrl}${fillPath(sent)}?${parameters}`);
		return page(urls.length > 1 ? {} : { boards: [], next: link });
	};
	const sender = clientWith(send, baseUrl);
	const { isPartial } = await requestPages(sender, { ...request, query }, onePage);
	return { urls: urls.slice(1), isPartial };
}

describe('of a link to the next page', () => {
	const BELOW = 'https://tasks.example.com/app';
	const SECOND = `${BASE_URL}/api/v1/boards?page=2`;

	it.each<[string, string?, string?]>([
		['?page=2'],
		['/api/v1/boards?page=2'],
		['/api/v1/boards/?page=2'],
		['boards?page=2'],
		['https://tasks.example.com/api/v1/boards?page=2#end'],
		['http://10.0.0.7/service/api/v1/boards?page=2'],
		['https://user:secret@tasks.example.com/api/v1/boards?page=2'],
		['https://attacker.example.com/api/v1/boards?page=2'],
		['/api/v1/boards?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['/app/api/v1/boards?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['?cursor=a%2Fb+c=&x', BASE_URL, `${BASE_URL}/api/v1/boards?cursor=a%2Fb+c%3D&x=`],
	])('only the query is taken: %s', async (link, baseUrl = BASE_URL, url = SECOND) => {
		expect(await requested(link, baseUrl)).toEqual({ urls: [url], isPartial: false });
	});

	it.each([
		'/api/v1/boards/2',
		'/api/v1/boards/page/2?x=1',
		'/api/v2/boards?page=2',
		'/boards?page=2',
		'/api/v1/workspaces/7/boards?page=2',
		'https://attacker.example.com/steal?path=/api/v1/boards',
		'/api/v1/boards.json?page=2',
		'/api/v1/boards',
		'/api/v1/boards#page=2',
		'http://',
		'javascript:alert(1)?page=2',
	])('to another path, or without one, the list is incomplete: %s', async (link) => {
		expect(await requested(link)).toEqual({ urls: [], isPartial: true });
		expect(await requested({ href: link })).toEqual({ urls: [], isPartial: true });
	});

	it('parameters of the first request are kept, unless the link has them', async () => {
		const query = { workspace_id: 7, archived: true, other: undefined };
		expect(await requested('?page=2', BASE_URL, query)).toMatchObject({
			urls: [`${BASE_URL}/api/v1/boards?workspace_id=7&archived=true&page=2`],
		});
		expect(await requested('?archived=false&page=2', BASE_URL, query)).toMatchObject({
			urls: [`${BASE_URL}/api/v1/boards?workspace_id=7&archived=false&page=2`],
		});
	});
});

it('a page has the timeout and the signal of the options', async () => {
	const limitedRun = new Limiter(systemClock).limitRun(1);
	const { signal } = new AbortController();
	const options = { limitedRun, signal, maxRetries: 0, timeoutMs: 300_000 };
	const send = jest.fn<Promise<Outcome>, [ApiRequest, Sending?]>(async () => page([]));
	await requestPages(clientWith(send), request, onePage, options);
	expect(send).toHaveBeenCalledWith(request, { timeoutMs: 300_000, pauseSignal: signal });
});
