import type { Scenario } from '../scenario/scenario';
import type { Created, Sent } from './ledger';

/** They exist from the beginning. */
export const BOARDS = [1, 2, 3].map((id) => ({ id, name: `Board ${id}` }));

export const allBoards = (created: Created[]) => [
	...BOARDS,
	...created
		.filter(({ call }) => call === 'create board')
		.map(({ id, board }) => ({ id, name: board })),
];

/** A page of the list, with a link to the next one: in a header, or beside the list. */
export function boardPage(created: Created[], url: URL, { seed, pageSize }: Scenario) {
	const number = Number(url.searchParams.get('page') ?? 1);
	const all = allBoards(created);
	const boards = all.slice((number - 1) * pageSize, number * pageSize);
	const next = number * pageSize < all.length ? `?page=${number + 1}` : undefined;
	if (seed % 2 === 1) return { object: { boards, next } };
	const headers = { link: `<${url.origin}${url.pathname}${next}>; rel="next"` };
	return { object: boards, headers: next === undefined ? {} : headers };
}

/** What was created, in 20 % of the responses in a wrapper, and where it is. */
export function objectFor({ created, call }: Sent, url: URL, chance: number) {
	if (created === undefined) return { object: {}, headers: {} };
	const { id, item, board } = created;
	const object = call === 'create board' ? { id, name: board } : { id, title: item };
	const headers = { location: `${url.pathname}/${id}` };
	return { object: chance < 0.2 ? { data: object } : object, headers };
}
