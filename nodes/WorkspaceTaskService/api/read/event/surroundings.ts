import { valuesOf } from '../../json';
import { boardIdsIn } from '../board';
import { idsOfDelivery } from './eventIds';
import { readHeaderTexts, readTexts, type EventText, type EventTexts } from './eventTexts';

/** Header fields as Node.js provides them: a repeated field may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

/** What is around the events of a delivery: read once, however many events it has. */
export interface Surroundings {
	texts: EventTexts[];
	headerTexts: EventText[];
	/** IDs of the delivery. */
	ids: unknown[];
	/** An `id` that may be of anything, such as the webhook. */
	plainIds: unknown[];
	/** Read when somebody asks. */
	boardIds: string[];
}

/**
 * @param places the objects around the events, the innermost first
 * @param beside the same without the events
 */
export function readSurroundings(
	places: unknown[],
	headers: Headers,
	beside = places,
): Surroundings {
	let boardIds: string[] | undefined;
	return {
		texts: places.map(readTexts),
		headerTexts: readHeaderTexts(headers),
		ids: idsOfDelivery(places, headers),
		plainIds: places.flatMap((place) => valuesOf(place, ['id'])),
		get boardIds() {
			boardIds ??= boardIdsIn(beside);
			return boardIds;
		},
	};
}
