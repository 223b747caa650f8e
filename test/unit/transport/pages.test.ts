import { CALLS } from '../../../nodes/WorkspaceTaskService/api/calls';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/transport/outcome';
import { listAll } from '../../../nodes/WorkspaceTaskService/transport/pages';

const BASE_URL = 'https://tasks.example.com';
const request: ApiRequest = { call: CALLS.listBoards };

interface Page {
	body: unknown;
	headers?: object;
	status?: number;
}

/** Lists what a service sends page by page; each page has one entry. */
async function list(pageAt: (number: number) => Page) {
	let sent = 0;
	const { entries, hasMore } = await listAll(request, {
		send: async (): Promise<Outcome> => {
			const { body, headers, status = 200 } = pageAt(++sent);
			const response = { status, headers: { ...headers }, text: '', at: 0 };
			return { kind: 'done', response, body };
		},
		read: (_, outcome) => [outcome],
		baseUrl: BASE_URL,
	});
	return { sent, count: entries.length, hasMore };
}

describe('a list', () => {
	it.each<[string, unknown, object, number?]>([
		['X-Total-Count', [], { 'x-total-count': '120' }],
		['X-Next-Page', [], { 'x-next-page': '2' }],
		['Content-Range', [], { 'content-range': 'boards 0-49/120' }, 206],
		['has_more inside a wrapper', { data: { boards: [], has_more: true } }, {}],
		['a number of pages', { boards: [], page: 1, total_pages: 3 }, {}],
		['last: false', { content: [], totalElements: 1, last: false }, {}],
		['status 206', [], {}, 206],
		['IsTruncated', { items: [], IsTruncated: true }, {}],
		['@odata.count', { values: [], '@odata.count': 120 }, {}],
		['the last page in meta', { boards: [], meta: { current_page: 1, last_page: 3 } }, {}],
		['nextPageToken', { items: [], nextPageToken: 'abc' }, {}],
		['a cursor', { items: [], cursor: 'abc' }, {}],
		['hasNextPage in pageInfo', { data: { items: [], pageInfo: { hasNextPage: true } } }, {}],
		['pages', { boards: [], pages: 3 }, {}],
		['pageCount', { boards: [], pageCount: 3 }, {}],
		['a total as text', { boards: [], pagination: { total: '120' } }, {}],
		['the next page in links', { boards: [], _links: { next: { page: 2 } } }, {}],
		['a link to another origin', [], { link: '<https://other.example.com/boards>; rel="next"' }],
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
			},
			{},
		],
		[
			'fields in places of other things',
			{ boards: [], backlinks: { total: 9 }, metadata_of: { total: 9 } },
			{},
		],
		['an unknown range', [], { 'content-range': 'boards 0-0/*' }],
	])('is complete according to %s', async (...[, body, headers, status]) => {
		expect(await list(() => ({ body, headers, status }))).toMatchObject({
			sent: 1,
			hasMore: false,
		});
	});

	it('does not follow what only begins like a link', async () => {
		const body = { boards: [], next_steps: '/help' };
		expect(await list(() => ({ body }))).toMatchObject({ sent: 1, hasMore: true });
	});

	it.each<[string, object, object]>([
		['in headers', {}, { 'x-total-pages': '3', 'x-total-count': '3' }],
		['in its body', { total_pages: 3, total: 3 }, {}],
	])('is complete after all pages counted %s', async (_, body, headers) => {
		const result = await list((number) => ({
			body: { data: [], ...body, next: number < 3 ? `/api/v1/boards?page=${number + 1}` : null },
			headers,
		}));
		expect(result).toEqual({ sent: 3, count: 3, hasMore: false });
	});

	it('ends after a thousand pages', async () => {
		// The service also ends, so that an unbounded list fails instead of hanging.
		const result = await list((number) => ({
			body: { next: number < 2_000 ? `/api/v1/boards?page=${number}` : null },
		}));
		expect(result).toEqual({ sent: 1_000, count: 1_000, hasMore: true });
	});
});
