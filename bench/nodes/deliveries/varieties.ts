import type { Actor } from './actor';
import type { Delivery } from './load';
import { BOARD } from './triggers';

/** What a delivery to this trigger is: the first starts a workflow, the others must not. */
export const VARIETIES = [
	'runs',
	'kind not selected',
	'another board',
	'repeated',
	'wrong key',
] as const;

export type Variety = (typeof VARIETIES)[number];

let last = 0;

/** Events of the service, each with an id of its own; every trigger is sent the same. */
export function deliveriesTo(actor: Actor, count: number, variety: Variety = 'runs'): Delivery[] {
	return Array.from({ length: count }, () => {
		last++;
		return delivery(actor, variety, last);
	});
}

function delivery({ urls, headers }: Actor, variety: Variety, number: number): Delivery {
	const url = urls[number % urls.length] ?? '';
	const isWrong = variety === 'wrong key';
	return {
		url: isWrong ? url.replace(/key=.*/, 'key=0123456789abcdef0123456789abcdef') : url,
		headers,
		body: JSON.stringify(event(variety, number)),
		expects: isWrong ? 401 : 200,
	};
}

function event(variety: Variety, number: number) {
	return {
		event: variety === 'kind not selected' ? 'task.updated' : 'task.created',
		delivery_id: variety === 'repeated' ? 'the same' : `delivery ${number}`,
		created_at: '2030-01-31T09:00:00Z',
		data: {
			task: {
				id: number,
				title: `Write the release notes, part ${number}`,
				board_id: variety === 'another board' ? BOARD + 1 : BOARD,
				description: 'For the next version',
				due_date: '2030-01-31',
				priority: 'high',
			},
		},
	};
}
