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
export const boardKey = ({ baseUrl }: Service, name: string) => `${baseUrl} ${nameKey(name)}`;

/** By the clock. An older list does not prove that the service has no board of the name. */
export const lastCreateAt = (service: Service, name: string) =>
	createdAt.get(boardKey(service, name)) ?? -Infinity;

/** For every operation that creates a board, whatever the outcome. */
export function noteBoardCreate(service: Service, { call, body }: ApiRequest): Step {
	if (call !== CALLS.createBoard) return (next) => next;
	const key = boardKey(service, String(field(body, 'name')));
	const note = () => void createdAt.set(key, systemClock.now());
	return (next) => async () => {
		note();
		return await next().finally(note);
	};
}
