import { KNOWN_EVENTS } from '../api/events';
import type { Delivery } from './body';
import { partsOf } from './body';
import type { Headers } from './fields';
import type { Trait } from './ids';
import { bytesTraits, identify } from './ids';
import { boardIn, kindIn } from './recognise';

/*
 * Everything is read with a guess that can fail softly: what cannot be recognised is emitted, never
 * dropped.
 */

/** The json of one output item. */
export interface TaskEvent {
	/** Such as `task.created`; null when the delivery does not say. */
	event: string | null;
	task: Record<string, unknown> | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, untouched but for the webhook's key, which is masked. */
	payload: unknown;
}

/** An event, and what decides whether it starts the workflow. */
export interface Reading {
	event: TaskEvent;
	/** Null when nothing tells. */
	boardId: string | null;
	traits: Trait[];
}

/** What the user asked for. */
export interface Wanted {
	/** The kinds selected in the node. */
	events: string[];
	/** Those that the service was told, of which others may arrive. */
	registered: string[];
	/** Ids of boards; empty for all. */
	boards: string[];
}

/** The events in a delivery that the user asked for. Pure. */
export function readEvents(delivery: Delivery, wanted: Wanted, now: Date): Reading[] {
	const headers = lowerCase(delivery.headers);
	const sameBytes = bytesTraits(delivery);
	const known = [...wanted.events, ...wanted.registered, ...KNOWN_EVENTS];
	const parts = partsOf({ ...delivery, headers });
	const readings = parts.map((part, index) => {
		const { entry, task, payload } = part;
		const identity = identify(part, headers, parts.length > 1 ? index : undefined);
		const { deliveryId, isNamed, traits } = identity;
		const kind = kindIn([entry, payload], headers, known);
		const receivedAt = now.toISOString();
		return {
			event: { event: kind, task, deliveryId, receivedAt, payload },
			boardId: boardIn(part),
			traits: isNamed ? traits : [...traits, ...sameBytes(kind, index)],
		};
	});
	return readings.filter((reading) => isWanted(reading, wanted, known));
}

/**
 * A kind that nobody knows is emitted: it may be a wanted one in a spelling of its own. So is a task
 * whose board cannot be told.
 */
function isWanted(
	{ event: { event }, boardId }: Reading,
	wanted: Wanted,
	known: string[],
): boolean {
	const isOtherKind =
		event !== null && known.includes(event) && !wanted.events.some((kind) => isOfKind(event, kind));
	const isOtherBoard =
		boardId !== null && wanted.boards.length > 0 && !wanted.boards.includes(boardId);
	return !isOtherKind && !isOtherBoard;
}

/** A custom event may have wildcards, if the service knows them: `task.*`. */
function isOfKind(event: string, kind: string): boolean {
	const [start = '', ...others] = kind.split('*');
	if (others.length === 0) return event === kind;
	return event.startsWith(start) && event.endsWith(others.at(-1) ?? '');
}

function lowerCase(headers: Headers): Headers {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
}
