import type { Proof } from './faults';
import type { Fault } from '../scenario/scenario';
import type { Try } from '../n8n/tries';

/** One request as the service saw it. */
export interface Sent {
	number: number;
	by: Try;
	at: number;
	what: 'create task' | 'create board' | 'list boards' | 'get' | 'log in';
	/** Title of the task, name of the board, or item. */
	name: string;
	/** What the client knows; undefined until a response came. */
	proof?: Proof;
	response?: string;
	endedAt?: number;
}

export interface Created {
	id: number;
	what: Sent['what'];
	name: string;
	request: Sent;
	at: number;
}

export const WHAT: Record<string, Sent['what']> = {
	'POST /api/v1/tasks': 'create task',
	'POST /api/v1/boards': 'create board',
	'GET /api/v1/boards': 'list boards',
	'POST /api/v1/auth/login': 'log in',
};
/** What is counted as sends of the same thing. */
export const keyOf = ({ by, what, name }: Sent) => `${by.execution} ${what} ${name}`;

/** What happens to its sends, by the plan of its item. */
export function faultsOf({ by, what, name }: Sent): Fault[] {
	const { items } = by.plan;
	if (what === 'list boards') return items[0]?.faults ?? [];
	const isOf = what === 'create board' ? 'board' : 'id';
	return items.find((item) => item[isOf] === name)?.faults ?? [];
}
