import type { Call } from '../scenario/scenario';
import type { Try } from '../n8n/tries';

/**
 * What a response proves to its reader: that it was done, that nothing was, or neither. A refusal in
 * a 2xx proves nothing, although this service means it.
 */
export type Proof = 'done' | 'nothing' | 'unclear';

/** One request as the service saw it. */
export interface Sent {
	number: number;
	by: Try;
	at: number;
	call: Call;
	/** Title of the task, or the same text in another field; empty for lists by name and logins. */
	item: string;
	/** ID of the board of a task, name of a board. */
	board: string;
	created?: Created;
	/** What the client knows; undefined until a response came. */
	proof?: Proof;
	response?: string;
	endedAt?: number;
	/** The response shows that the service works, whatever it says. */
	works?: boolean;
	/** A rate limit refused it. */
	isLimited?: boolean;
	/** How long this response asks to wait. */
	askedMs?: number;
}

export interface Created {
	id: number;
	call: Call;
	item: string;
	/** Its name, if it is a board. */
	board: string;
	request: Sent;
	at: number;
}
