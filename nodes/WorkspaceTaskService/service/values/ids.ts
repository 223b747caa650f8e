import { removeUnseen } from '../../reading/json';
import { makeRawNumberOrThrow, type RawNumber } from '../../reading/parse';
import { makeSchema, parseWholeNumber } from './schemas';

/** A service may use texts such as UUIDs as IDs. A word without a digit is no ID. */
const TEXT_ID = /^(?=.*\d)[a-z\d][\w-]{1,63}$/i;
/** `42-my-board` may mean board 42. */
const NUMBER_AND_WORD = /^\d+-/;
const UUID = /^[a-f\d-]{36}$/i;
const LARGE_INTEGER = /^[1-9]\d{15,}$/;

export const boardId = makeSchema(
	parseId,
	'must be an ID such as 42, or a URL with /boards/ and the ID (for a name, select "By Name")',
);
export const workspaceId = makeSchema(parseId, 'must be the ID of a workspace, such as 7');

/** API: an integer. */
function parseId(value: unknown): number | string | undefined {
	const id = typeof value === 'string' ? removeUnseen(value) : value;
	const number = parseWholeNumber(id);
	if (number !== undefined) return number;
	if (typeof id !== 'string' || !TEXT_ID.test(id)) return undefined;
	return NUMBER_AND_WORD.test(id) && !UUID.test(id) ? undefined : id;
}

/** API: IDs are integers. A text of digits that a number cannot hold is sent as an integer too. */
export function toRawNumberIfLarge<Id extends number | string | undefined>(id: Id): Id | RawNumber {
	if (typeof id !== 'string' || !LARGE_INTEGER.test(id)) return id;
	return makeRawNumberOrThrow(id);
}
