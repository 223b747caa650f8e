import { field, isFilledText, isObject, objectsIn, valuesIn, valuesOf } from '../json';
import { BOARD_IDS, digitsIn, exactId } from './object';
import { spellingsOf, wrappersIn } from './wrapper';

/* The boards that an event is about, and a new board: every name that they may have. */

const BOARD = 'board';
/** The board before a move. It is beside the board of the task. */
const PREVIOUS_IDS = spellingsOf(['previous_board_id', 'old_board_id', 'from_board_id']);

/**
 * All boards that are named anywhere in these places, such as the boards before and after a move.
 * @param places the best first: a large place is not read to its end
 */
export function boardIdsIn(places: unknown[]): string[] {
	const values = valuesIn(places);
	const ids = values.flatMap(boardIdsOf);
	// Alone, a previous board does not say where the task is.
	if (ids.length === 0) return [];
	const previousIds = values.flatMap((place) => valuesOf(place, PREVIOUS_IDS));
	return [...ids, ...exactIds(previousIds)];
}

/** The board of an object. A change of its board names two. */
function boardIdsOf(place: unknown): string[] {
	for (const value of valuesOf(place, BOARD_IDS)) {
		const ids = idsIn(value);
		if (ids.length > 0) return ids;
	}
	const board = valuesOf(place, [BOARD])[0];
	// API: the ID of a board is an integer. A text may be its name.
	const id = field(board, 'id') ?? digitsIn(board);
	return exactIds([id]);
}

/** `4`, `[4, 5]` or `{ from: 4, to: 5 }` */
function idsIn(value: unknown): string[] {
	const isFilled = isObject(value) || Array.isArray(value);
	return exactIds(isFilled ? Object.values(value) : [value]);
}

function exactIds(values: unknown[]): string[] {
	return values.map(exactId).filter(isFilledText);
}

/** The name in the response to a create. */
export function nameOfBoard(response: unknown): string | undefined {
	const places = [response, ...objectsIn(response, [BOARD]), ...wrappersIn(response)];
	for (const place of places) {
		const name = field(place, 'name');
		if (isFilledText(name)) return name;
	}
	return undefined;
}
