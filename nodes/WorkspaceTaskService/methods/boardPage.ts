import type { Board } from '../api/types';

const URL_FIELDS = ['html_url', 'web_url', 'url', 'link', 'permalink'];

/**
 * Where a person opens a board: the address that the service gives, else the usual one below its
 * base URL. Neither is shown by the API document.
 */
export function pageOf(board: Board, baseUrl: string): string {
	const given = URL_FIELDS.map((name) => board[name]).find(isPage);
	return given ?? `${baseUrl}/boards/${encodeURIComponent(String(board.id))}`;
}

/** An address of the API itself is no page for people. */
function isPage(value: unknown): value is string {
	return typeof value === 'string' && /^https?:\/\//i.test(value) && !/\/api\//i.test(value);
}
