import { NodeApiError } from 'n8n-workflow';

import { CALLS, listedBoard, nameKey } from '../../api/requests';
import { MAX_AGE_MS, namesFor, type Names, type Reader } from '../../boardLists';
import { ExpiringMap } from '../../expiringMap';
import { isTool, rejection } from '../../node';
import { systemClock } from '../../time';
import type { Client } from '../../transport/client';
import { cleanText } from '../../transport/errors/words';
import { inTurn } from '../wrappers/inTurn';
import type { Outcome, Send } from '../../transport/outcome';
import type { WantedBoard } from '../operation';

const MAX_NAMES = 10_000;
const MAX_LISTED = 20;

const SELECT = {
	several: 'Set "Board" to "By ID" and enter the right one, or rename the others in the service.',
	partial: 'Set "Board" to "By ID" and enter the ID of the board.',
};
const CREATE = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};
const MISSPELLED =
	'Check the spelling, or set "Board" to "From List". Archived boards are not considered.';

type Run = Required<Reader>;

/** When this process last tried to create each board, by the clock. */
const createdAt = new ExpiringMap<number>(MAX_NAMES);

/** @throws NodeOperationError if there is not exactly one board with the name */
export async function boardIdOf(run: Run, name: string) {
	const names = await namesFor(run, { name, since: run.client.openedAt });
	const named = only(run, names, name, SELECT);
	// A model that was shown IDs and names may use either.
	const board = named ?? (isTool(run.client.context) ? withId(names, name) : undefined);
	if (board === undefined) {
		throw rejected(run, `There is no board ${shown(name)}. ${listOf(names)}`, MISSPELLED);
	}
	const { id } = listedBoard.parse(board);
	const withoutId = `The service returned the board ${shown(name)} without an ID`;
	if (id === undefined) throw rejected(run, withoutId, SELECT.partial);
	return id;
}

/**
 * Look-up and create of one name take turns in this process, whatever execution asks.
 * @throws NodeOperationError if several have the name, or if it is unknown whether one has
 */
export function findFirst(run: Run, wanted: WantedBoard | undefined): (next: Send) => Send {
	if (wanted === undefined) return (next) => next;
	const { client, sendOptions } = run;
	const turn = `board ${client.account.key} ${nameKey(wanted.name)}`;
	const findOrCreate = async (next: Send): Promise<Outcome> => {
		const since = Math.max(createdAt.get(turn) ?? 0, systemClock.now() - MAX_AGE_MS);
		const names = await namesFor(run, { ...wanted, since }).catch((error) =>
			outageOf(client, error),
		);
		if ('kind' in names) return names;
		const object = only(run, names, wanted.name, CREATE);
		if (object !== undefined) return { kind: 'found', object };
		return await next().finally(() => createdAt.set(turn, systemClock.now()));
	};
	const wrap = inTurn(turn, sendOptions.queue.signal);
	return (next) => wrap(async () => await findOrCreate(next));
}

/** In an outage, those that wait for the same name end with the first of them. */
function outageOf(client: Client, error: unknown): Outcome {
	if (!(error instanceof NodeApiError) || !client.isGivenUp(CALLS.listBoards)) throw error;
	const { message, description } = error;
	return { kind: 'notSent', cause: { message, hint: description ?? '' } };
}

function only(run: Run, { byName, isPartial }: Names, name: string, hints: typeof SELECT) {
	const [board, ...others] = byName.get(nameKey(name)) ?? [];
	if (board === undefined && isPartial) {
		const partial = `The service did not return all boards, and none that it returned has the name ${shown(name)}`;
		throw rejected(run, partial, hints.partial);
	}
	if (others.length === 0) return board;
	const ids = [board, ...others].slice(0, MAX_LISTED).map(idAndWorkspace);
	const several = `Several boards have the name ${shown(name)}. Their IDs: ${ids.join(', ')}`;
	throw rejected(run, several, hints.several);
}

const rejected = ({ client }: Run, message: string, hint: string) =>
	rejection(client.context, [message], { description: `Nothing was created. ${hint}` });

/** @param wanted an ID, also as text, or an entry of the list below: models copy whole entries */
const withId = ({ boards }: Names, wanted: string) =>
	boards.find(({ id, name }) => [`${id}`, `${id} ${name}`].includes(wanted.trim()));

function listOf({ boards }: Names): string {
	const listed = boards.slice(0, MAX_LISTED);
	const entries = listed.map(({ id = '', name = '' }) => cleanText(`${id} ${name}`, []));
	const others = boards.length - entries.length;
	return `Boards: ${entries.join(', ') || 'none'}${others > 0 ? ` and ${others} more` : ''}`;
}

function idAndWorkspace(board: unknown): string {
	const { id = 'without ID', workspace_id: workspace } = listedBoard.parse(board);
	return workspace === undefined ? String(id) : `${id} (workspace ${workspace})`;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100));
