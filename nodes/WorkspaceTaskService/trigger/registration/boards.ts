import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { board, boardList } from '../../api/responses';
import { authenticate } from '../../transport/client';
import type { Account } from '../../transport/login/account';
import { LIST_BOARDS } from '../../transport/login/login';
import { listAll } from '../../transport/pages';
import { readResponse } from '../../transport/response';
import { enteredBoards } from '../parameters';
import { withHint } from './register';

export const LIST_MS = 10_000;
const ID = /^\d+$/;
const nameKey = (name: string) => name.normalize().trim().toLowerCase();

/**
 * The ids of the boards that were entered by name (API: GET /api/v1/boards). Nothing is asked if all
 * are ids.
 * @throws NodeOperationError for a name that no board has, or several
 */
export async function namedBoards(
	context: IHookFunctions,
	account: Account,
): Promise<Record<string, string>> {
	const names = enteredBoards(context).filter((text) => !ID.test(text));
	if (names.length === 0) return {};
	const { entries } = await listAll(
		async (page) => await authenticate(context, account, page, LIST_MS),
		(outcome, page) => readResponse(context, account, page, outcome, boardList),
		LIST_BOARDS,
		account.baseUrl,
	).catch((error: Error) => {
		throw withHint(error);
	});
	const boards = entries.map((one) => board.parse(one));
	return Object.fromEntries(names.map((text) => [text, idOf(context, boards, text)]));
}

function idOf(
	context: IHookFunctions,
	boards: Array<{ id?: number | string; name?: string }>,
	text: string,
): string {
	const byId = boards.filter(({ id }) => String(id) === text);
	const matching = boards.filter(({ name = '' }) => nameKey(name) === nameKey(text));
	const [found, ...others] = byId.length > 0 ? byId : matching;
	if (found?.id !== undefined && others.length === 0) return String(found.id);
	const many = others.length > 0 ? 'Several boards have' : 'No board has';
	const shown = JSON.stringify(text.slice(0, 100));
	const message = `${many} the name ${shown}. Select the board under Boards, or enter its ID.`;
	throw new NodeOperationError(context.getNode(), message);
}
