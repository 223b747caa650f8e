import { rawNumber, type RawNumber } from '../parse';
import { wholeNumberIn } from './numbers';
import { readAs, type Schema } from './schema';

/** A service may use texts such as UUIDs as IDs. A word without a digit is no ID. */
const TEXT_ID = /^(?=.*\d)[a-z\d][\w-]{1,63}$/i;
const LARGE_INTEGER = /^[1-9]\d{15,}$/;

export const boardId = idOr(
	'must be an ID such as 42, or a URL with /boards/ and the ID (for a name, select "By Name")',
);
export const workspaceId = idOr('must be the ID of a workspace, such as 7');

function idOr(message: string): Schema<number | string> {
	return readAs(idIn, message);
}

/** API: an integer. */
function idIn(value: unknown): number | string | undefined {
	if (typeof value !== 'string') return wholeNumberIn(value);
	const text = value.trim();
	const number = wholeNumberIn(text);
	if (number !== undefined) return number;
	return TEXT_ID.test(text) ? text : undefined;
}

/** The fields of a body, where a number may be an ID of many digits. */
export type WithRawNumbers<Body> = {
	[Name in keyof Body]: Body[Name] | (number extends Body[Name] ? RawNumber : never);
};

/** API: IDs are integers. A text of digits that a number cannot hold is sent as an integer too. */
export function integerId<Id extends number | string | undefined>(id: Id): Id | RawNumber {
	if (typeof id !== 'string' || !LARGE_INTEGER.test(id)) return id;
	return rawNumber(id);
}
