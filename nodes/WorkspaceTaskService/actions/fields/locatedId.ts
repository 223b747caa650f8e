import type { INodeProperties } from 'n8n-workflow';

import { isId, isObject, type Fields } from '../../api/json';
import { boardId } from '../../api/values/ids';

const MAX_URL_CHARACTERS = 2_000;
/** In the path or the fragment. */
const BOARD_SEGMENT = /[/#]boards?\/([^/?#]+)/gi;
const QUERY = /\?[^#]*/g;
const UUID = /^[a-f\d-]{36}$/i;
/** Such as `42-my-board`. */
const NUMBER_AND_TITLE = /^(\d+)-/;

/** What a locator by name holds, until the ID of the board takes its place. */
interface NamedBoard {
	boardName: string;
}

export function isNamedBoard(value: unknown): value is NamedBoard {
	return isObject(value) && 'boardName' in value;
}

/** The ID or name in a locator. A value that has none stays, and the schema then rejects it. */
export function locatedId({ mode, value }: Fields, field?: INodeProperties): unknown {
	const text = String(value);
	const hasText = isId(value) && text.trim() !== '';
	if (mode === 'name' && hasText) return { boardName: text };
	if (!hasMode(field, 'url') || text.length > MAX_URL_CHARACTERS) return value;
	return boardIdInUrl(text.trim()) ?? value;
}

/** Where n8n lets a model fill a locator, it selects By ID. Models know names. */
export function locatedByModel(locator: Fields, field?: INodeProperties): unknown {
	const id = locatedId(locator, field);
	if (boardId.safeParse(id).success || !hasMode(field, 'name')) return id;
	return locatedId({ ...locator, mode: 'name' }, field);
}

/** The first segment after `/boards/` that By ID takes. */
function boardIdInUrl(url: string): string | undefined {
	if (/\s/.test(url)) return undefined;
	const places = url.replace(QUERY, '').matchAll(BOARD_SEGMENT);
	for (const [, segment = ''] of places) {
		const id = idInSegment(segment);
		if (boardId.safeParse(id).success) return id;
	}
	return undefined;
}

function idInSegment(segment: string): string {
	if (UUID.test(segment)) return segment;
	const number = NUMBER_AND_TITLE.exec(segment)?.[1];
	return number ?? segment;
}

function hasMode(field: INodeProperties | undefined, mode: string): boolean {
	const modes = field?.modes ?? [];
	return modes.some(({ name }) => name === mode);
}
