import { field, isFilledText, isObject, objectsIn, valuesIn, valuesOf } from '../json';
import { digitsIn, exactId } from './object';
import { spellingsOf, wrappersIn } from './wrapper';

/* The boards that an event is about, and a new board: every name that they may have. */

const BOARD = 'board';
const BOARD_IDS = ['board_id', 'boardId'];
/** The board before a move. It is beside the board of the task. */
const PREVIOUS_IDS = spellingsOf(['previous_board_id', 'old_board_id', 'from_board_id']);
const DATA = 'data';

/**
 * All boards that are named anywhere in these places, such as the boards before and after a move.
 * @param places the best first: a large place is not read to its end
 */
export function boardIdsIn(places: unknown[]): string[] {
	const usualPlaces = places.flatMap((place) => [place, ...valuesOf(place, [DATA])]);
	const values = [...usualPlaces, ...valuesIn(places)];
	const ids = values.flatMap(boardIdsOf);
	// Alone, a previous board does not say where the task is.
	const previous = ids.length === 0 ? [] : values.flatMap(previousIdsOf);
	return [...new Set([...ids, ...previous])];
}

function previousIdsOf(place: unknown): string[] {
	return idsOf(valuesOf(place, PREVIOUS_IDS));
}

/** The board of an object. A change of its board names two. */
function boardIdsOf(place: unknown): string[] {
	for (const value of valuesOf(place, BOARD_IDS)) {
		const ids = idsIn(value);
		if (ids.length > 0) return ids;
	}
	const [board] = valuesOf(place, [BOARD]);
	// API: the ID of a board is an integer. A text may be its name.
	return idsOf([field(board, 'id') ?? digitsIn(board)]);
}

/** `4`, `[4, 5]` or `{ from: 4, to: 5 }` */
function idsIn(value: unknown): string[] {
	const isSeveral = isObject(value) || Array.isArray(value);
	return idsOf(isSeveral ? Object.values(value) : [value]);
}

function idsOf(values: unknown[]): string[] {
	return values.map(exactId).filter(isFilledText);
}

/** The name in the response to a create. */
export function nameOfBoard(response: unknown): string | undefined {
	const places = [response, ...objectsIn(response, [BOARD]), ...wrappersIn(response)];
	const names = places.map((place) => field(place, 'name'));
	return names.find(isFilledText);
}
