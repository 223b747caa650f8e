import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ListedBoard } from '../../api/responses';
import { listedBoard } from '../../api/responses';
import { listBoards, nameKey } from '../../transport/boards';
import { Client } from '../../transport/client';
import type { Account } from '../../transport/login/account';
import { enteredBoards } from '../parameters';
import { withHint } from './register';

export const LIST_MS = 10_000;
const ID = /^\d+$/;

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
	const client = new Client(context, account);
	const send: Client['send'] = async (page) => await client.send(page, LIST_MS);
	const { entries } = await listBoards(client, { send }).catch((error: Error) => {
		throw withHint(error);
	});
	const boards = entries.map((one) => listedBoard.parse(one));
	return Object.fromEntries(names.map((text) => [text, idOf(context, boards, text)]));
}

function idOf(context: IHookFunctions, boards: ListedBoard[], text: string): string {
	const byId = boards.filter(({ id }) => String(id) === text);
	const matching = boards.filter(({ name = '' }) => nameKey(name) === nameKey(text));
	const [found, ...others] = byId.length > 0 ? byId : matching;
	if (found?.id !== undefined && others.length === 0) return String(found.id);
	const many = others.length > 0 ? 'Several boards have' : 'No board has';
	const shown = JSON.stringify(text.slice(0, 100));
	const message = `${many} the name ${shown}. Select the board under Boards, or enter its ID.`;
	throw new NodeOperationError(context.getNode(), message);
}
