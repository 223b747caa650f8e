import type { Fields } from '../api/json';
import { CALLS } from '../api/requests';
import { boardList } from '../api/responses';
import type { Client } from './client';
import type { ApiRequest, Outcome } from './outcome';
import type { List } from './pages';
import { listAll } from './pages';

interface Query extends Pick<ApiRequest, 'query' | 'hasTimeoutOption'> {
	send(page: ApiRequest): Promise<Outcome>;
	itemIndex?: number;
}

/** The same for names that count as one. */
export function nameKey(name: string): string {
	return name.normalize().trim().toLowerCase();
}

/** API: GET /api/v1/boards, all pages of it. */
export async function listBoards(client: Client, asked: Query): Promise<List<Fields>> {
	const { send, itemIndex, ...settings } = asked;
	return await listAll(
		{ ...CALLS.listBoards, ...settings },
		{
			send,
			read: (page, outcome) => client.read({ request: page, outcome }, boardList, itemIndex),
			baseUrl: client.account.baseUrl,
		},
	);
}
