import { NodeApiError } from 'n8n-workflow';

import { CALLS } from '../../api/calls';
import { nameKey } from '../../api/requests';
import { MAX_AGE_MS, namesFor } from '../../boardLists';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time/clock';
import type { Client } from '../../transport/client';
import type { Outcome, Send, Step } from '../../transport/outcome';
import { onlyBoard, type Lookup } from '../board/lookup';
import type { WantedBoard } from '../operation';
import { takeTurns } from './takeTurns';

const MAX_NAMES = 10_000;

const CREATE = {
	several:
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".',
	partial:
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".',
};
/** When this process last tried to create each board, by the clock. */
const createdAt = new ExpiringMap<number>(MAX_NAMES);

/**
 * Look-up and create of one name take turns in this process, whatever execution asks.
 * @throws NodeOperationError if several have the name, or if it is unknown whether one has
 */
export function findBoardFirst(run: Lookup, wanted: WantedBoard | undefined): Step {
	if (wanted === undefined) return (next) => next;
	const { client, sendOptions } = run;
	const turn = `board ${client.account.key} ${nameKey(wanted.name)}`;
	const findOrCreate = async (next: Send): Promise<Outcome> => {
		const since = Math.max(createdAt.get(turn) ?? 0, systemClock.now() - MAX_AGE_MS);
		const names = await namesFor(run, { ...wanted, since }).catch((error) =>
			outageOf(client, error),
		);
		if ('kind' in names) return names;
		const object = onlyBoard(run, names, wanted.name, CREATE);
		if (object !== undefined) return { kind: 'found', object };
		return await next().finally(() => createdAt.set(turn, systemClock.now()));
	};
	const wrap = takeTurns(turn, sendOptions.queue.signal);
	return (next) => wrap(async () => await findOrCreate(next));
}

/** In an outage, those that wait for the same name end with the first of them. */
function outageOf(client: Client, error: unknown): Outcome {
	if (!(error instanceof NodeApiError) || !client.isGivenUp(CALLS.listBoards)) throw error;
	const { message, description } = error;
	return { kind: 'notSent', cause: { message, hint: description ?? '' } };
}
