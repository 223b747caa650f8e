import { CALLS } from '../../api/calls';
import { field } from '../../api/json';
import { nameKey } from '../../api/boards';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time/clock';
import type { Account } from '../../transport/login/account';
import type { ApiRequest, Step } from '../../transport/outcome';

const MAX_NAMES = 10_000;

type Service = Pick<Account, 'baseUrl'>;

/** When the last request to create a board of each name left, or ended, by the clock. */
const createdAt = new ExpiringMap<number>(MAX_NAMES);

/** The same for all credentials of a service. */
export function boardKey({ baseUrl }: Service, name: string): string {
	return `${baseUrl} ${nameKey(name)}`;
}

/** By the clock. An older list does not prove that the service has no board of the name. */
export function lastCreateAt(service: Service, name: string): number {
	const key = boardKey(service, name);
	return createdAt.get(key) ?? -Infinity;
}

/** For every operation that creates a board, whatever the outcome. */
export function noteBoardCreate(service: Service, { call, body }: ApiRequest): Step {
	if (call !== CALLS.createBoard) return (next) => next;
	const name = field(body, 'name');
	const key = boardKey(service, String(name));
	return (next) => async () => {
		createdAt.set(key, systemClock.now());
		try {
			return await next();
		} finally {
			createdAt.set(key, systemClock.now());
		}
	};
}
