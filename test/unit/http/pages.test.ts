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
import { requestAllPages } from '../../../nodes/WorkspaceTaskService/http/pages';

const BASE_URL = 'https://tasks.example.com';
const request: ApiRequest = { call: CALLS.listBoards };

/** Each page has one entry. */
const onePage = z.unknown().transform((outcome) => [outcome]);
const readOutcome = <Value>({ outcome }: { outcome: Outcome }, response: Schema<Value>) =>
	response.parse(outcome);

/** What a list needs of it. */
const clientWith = (
	send: (page: ApiRequest, options?: Sending) => Promise<Outcome>,
	baseUrl = BASE_URL,
) => ({ send, read: readOutcome, account: { baseUrl } }) as unknown as Client;

interface Page {
	body: unknown;
	headers?: object;
	status?: number;
}

/** Lists what a service sends page by page. */
async function list(pageAt: (number: number) => Page) {
	let sent = 0;
	const send = async (): Promise<Outcome> => {
		const { body, headers, status = 200 } = pageAt(++sent);
		const response = { status, headers: { ...headers }, text: '', receivedDate: new Date(0) };
		return { kind: 'done', response, body };
	};
	const sender = clientWith(send);
	const { entries, hasMore, mayBeCut } = await requestAllPages(sender, request, onePage);
	return { sent, count: entries.length, hasMore, mayBeCut };
}

describe('a list', () => {
	it.each<[string, unknown, object, number?]>([
		['X-Total-Count', [], { 'x-total-count': '120' }],
		['X-Next-Page', [], { 'x-next-page': '2' }],
		['Content-Range', [], { 'content-range': 'boards 0-49/120' }, 206],
		['has_more inside a wrapper', { data: { boards: [], has_more: true } }, {}],
		['a number of pages', { boards: [], page: 1, total_pages: 3 }, {}],
		['last: false', { content: [], totalElements: 1, last: false }, {}],
		['IsTruncated', { items: [], IsTruncated: true }, {}],
		['@odata.count', { values: [], '@odata.count': 120 }, {}],
		['nextPageToken', { items: [], nextPageToken: 'abc' }, {}],
		['a cursor', { items: [], cursor: 'abc' }, {}],
		['a cursor beside a word for nothing', { items: [], cursor: 'abc', has_more: 'none' }, {}],
		['Content-Range of a complete response', [], { 'content-range': 'boards 0-49/120' }],
		['nextRecordsUrl', { records: [], nextRecordsUrl: '/query/2' }, {}],
		['the second of two names', { boards: [], nextPage: 2, next_page: null }, {}],
		['links beside _links', { boards: [], _links: { next: { page: 2 } }, links: {} }, {}],
		['hasNextPage in pageInfo', { data: { items: [], pageInfo: { hasNextPage: true } } }, {}],
		['pages', { boards: [], pages: 3 }, {}],
		['a total as text', { boards: [], pagination: { total: '120' } }, {}],
		['the next page in links', { boards: [], _links: { next: { page: 2 } } }, {}],
		[
			'a link to another path',
			[],
			{ link: '<https://tasks.example.com/boards?page=2>; rel="next"' },
		],
		['a link that is no URL', { boards: [], next: 'http://' }, {}],
	])('is incomplete according to %s', async (...[, body, headers, status]) => {
		expect(await list(() => ({ body, headers, status }))).toMatchObject({ sent: 1, hasMore: true });
	});

	it.each<[string, unknown, object, number?]>([
		['a range', [], { 'content-range': 'boards 0-0/1' }, 206],
		['its flags', { data: [], has_more: false, next: null, next_cursor: '', last: true }, {}],
		['a flag beside a cursor', { items: [], cursor: 'abc', has_more: false }, {}],
		['fields of a board', [{ total: 9, has_more: true }], {}],
		['numbers of something else', { boards: [], user: { count: 9 }, task_count: 9 }, {}],
		['a link to another page', [], { link: '<https://tasks.example.com/boards>; rel="prev"' }],
		[
			'names that end like those of pages',
			{
				boards: [],
				discount: 9,
				my_cursor: 'a',
				at_last: false,
				frontpages: 9,
				what_next: '/boards',
			},
			{},
		],
		[
			'names that begin like those of pages',
			{
				boards: [],
				countdown: 9,
				cursor_type: 'a',
				last_name: false,
				pages_size: 9,
				more_info: 'a',
				next_sync_at: '2026-12-31',
				next_steps: '/help',
			},
			{},
		],
		[
			'names that have those of pages in them',
			{
				boards: [],
				totals: 9,
				truncated_at: 'a',
				last_page_size: 9,
				page_count_limit: 9,
				my_last_page: 9,
				learn_more: 'https://tasks.example.com/docs',
				read_next: 'a',
			},
			{},
		],
		[
			'words that begin or end like a flag',
			{ boards: [], last: 'november', is_last: 'casino' },
			{},
		],
		['a step', { boards: [], next_step: '/help' }, {}],
		['an unknown range', [], { 'content-range': 'boards 0-0/*' }],
	])('is complete according to %s', async (...[, body, headers, status]) => {
		expect(await list(() => ({ body, headers, status }))).toMatchObject({
			sent: 1,
			hasMore: false,
		});
	});

	it.each<[string, object, object]>([
		['in headers', {}, { 'x-total-pages': '3', 'x-total-count': '3' }],
		['in its body', { total_pages: 3, total: 3 }, {}],
	])('is complete after all pages counted %s', async (_, body, headers) => {
		const result = await list((number) => ({
			body: { data: [], ...body, next: number < 3 ? `/api/v1/boards?page=${number + 1}` : null },
			headers,
		}));
		expect(result).toEqual({ sent: 3, count: 3, hasMore: false, mayBeCut: false });
	});

	it('ends after a thousand pages', async () => {
		// The service also ends, so that an unbounded list fails instead of hanging.
		const result = await list((number) => ({
			body: { next: number < 2_000 ? `/api/v1/boards?page=${number}` : null },
		}));
		expect(result).toEqual({ sent: 1_000, count: 1_000, hasMore: true, mayBeCut: false });
	});
});

/** The URLs that are requested for a list whose first page has this link. */
async function requested(link: unknown, baseUrl = BASE_URL, query?: ApiRequest['query']) {
	const urls: string[] = [];
	const send = async (page: ApiRequest): Promise<Outcome> => {
		const sent = new URLSearchParams(JSON.parse(JSON.stringify(page.query ?? {})));
		urls.push(`${baseUrl}${fillPath(page)}?${sent}`);
		const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
		return { kind: 'done', response, body: urls.length > 1 ? {} : { boards: [], next: link } };
	};
	const sender = clientWith(send, baseUrl);
	const { hasMore } = await requestAllPages(sender, { ...request, query }, onePage);
	return { urls: urls.slice(1), hasMore };
}

describe('of a link to the next page', () => {
	const BELOW = 'https://tasks.example.com/app';
	const SECOND = `${BASE_URL}/api/v1/boards?page=2`;

	it.each<[string, string?, string?]>([
		['?page=2'],
		['/api/v1/boards?page=2'],
		['/api/v1/boards/?page=2'],
		['boards?page=2'],
		['https://tasks.example.com/api/v1/boards?page=2'],
		['https://tasks.example.com/api/v1/boards?page=2#end'],
		['http://tasks.example.com/api/v1/boards?page=2'],
		['http://tasks.example.com:8080/api/v1/boards?page=2'],
		['//tasks.example.com/api/v1/boards?page=2'],
		['http://tasks-7f9c.internal:3000/api/v1/boards?page=2'],
		['http://10.0.0.7/service/api/v1/boards?page=2'],
		['https://user:secret@tasks.example.com/api/v1/boards?page=2'],
		['https://attacker.example.com/api/v1/boards?page=2'],
		['/api/v1/boards?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['/app/api/v1/boards?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['?page=2', BELOW, `${BELOW}/api/v1/boards?page=2`],
		['?cursor=a%2Fb+c=&x', BASE_URL, `${BASE_URL}/api/v1/boards?cursor=a%2Fb+c%3D&x=`],
	])('only the query is taken: %s', async (link, baseUrl = BASE_URL, url = SECOND) => {
		expect(await requested(link, baseUrl)).toEqual({ urls: [url], hasMore: false });
	});

	it.each([
		'/api/v1/boards/2',
		'/api/v1/boards/page/2?x=1',
		'/api/v2/boards?page=2',
		'/boards?page=2',
		'/api/v1/workspaces/7/boards?page=2',
		'/api/v1/archive?page=2',
		'/other-app/boards?page=2',
		'https://attacker.example.com/?page=2',
		'https://attacker.example.com/steal?path=/api/v1/boards',
		'/api/v1/boards.json?page=2',
		'/api/v1/boards/../users?page=2',
		'/api/v1/boards',
		'/api/v1/boards#page=2',
		'http://',
		'javascript:alert(1)?page=2',
	])('to another path, or without one, the list is incomplete: %s', async (link) => {
		expect(await requested(link)).toEqual({ urls: [], hasMore: true });
		expect(await requested({ href: link })).toEqual({ urls: [], hasMore: true });
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

describe('no further page', () => {
	it.each<[object]>([
		[{ next: null }],
		[{ next: '' }],
		[{ next: false }],
		[{ next: {} }],
		[{ next: [] }],
		[{ _links: { next: { href: null } } }],
		[{ next: { cursor: null } }],
		[{ has_more: 'false' }],
		[{ hasMore: 'False' }],
		[{ has_next: 0 }],
		[{ has_more: '0' }],
		[{ next_cursor: '0' }],
		[{ has_more: 'false', cursor: 'abc' }],
		[{ has_more: 0, cursor: 'abc' }],
		[{ is_last: 'true' }],
		[{ links: { last: '/api/v1/boards?page=1' } }],
		[{ total: null }],
	])('is announced by %j', async (signs) => {
		expect(await list(() => ({ body: { boards: [], ...signs } }))).toMatchObject({
			sent: 1,
			hasMore: false,
		});
	});

	it.each<[object]>([
		[{ has_more: 'true' }],
		[{ has_more: 1 }],
		[{ next: { page: 2 } }],
		[{ next: { href: 'later' } }],
		[{ next_cursor: 'abc' }],
		[{ next: 2 }],
		[{ has_more: 'true', cursor: null }],
		[{ last: 'false' }],
		[{ is_last: false }],
		[{ boards: null, total: 5 }],
	])('is not announced by %j', async (signs) => {
		expect(await list(() => ({ body: { boards: [], ...signs } }))).toMatchObject({
			sent: 1,
			hasMore: true,
		});
	});

	it.each<[object]>([
		[{ 'x-has-more': 'false' }],
		[{ 'x-next-page': '' }],
		[{ 'x-next-cursor': '0' }],
	])('is announced by the headers %j', async (headers) => {
		const body = Array.from({ length: 100 }, (_, id) => ({ id }));
		expect(await list(() => ({ body, headers }))).toMatchObject({
			sent: 1,
			hasMore: false,
			mayBeCut: false,
		});
	});
});

describe('a page', () => {
	it('has the timeout of the options', async () => {
		const timeouts: unknown[] = [];
		const response = { status: 200, headers: {}, text: '', receivedDate: new Date(0) };
		const queue = new Limiter(systemClock).openQueue(1);
		const { signal } = new AbortController();
		const options = { queue, signal, maxRetries: 0, timeoutMs: 300_000 };
		const send = async (_: ApiRequest, sending?: Sending): Promise<Outcome> => {
			timeouts.push(sending?.timeoutMs);
			return await Promise.resolve({ kind: 'done', response, body: [] });
		};
		await requestAllPages(clientWith(send), request, onePage, options);
		expect(timeouts).toEqual([300_000]);
	});
});
