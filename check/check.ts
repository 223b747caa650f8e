import { CannotContinue, Client, isOk, type ClientOptions, type Reply } from './client';
import { boardsIn, COLOR, DUE_DATE, MARK, recordIn, type Seen } from './facts';
import type { Listener } from './listener';

export interface CheckOptions extends ClientOptions {
	login?: { email: string; password: string };
	/** A public address that leads to the listener. */
	webhook?: { url: string; listener: Listener };
	say(text: string): void;
	/** Ends when `done` does, or after a while. */
	waitFor(done: Promise<unknown>): Promise<unknown>;
	/** What was created, for the person to delete. */
	created: string[];
}

/** At most ten calls; what they create stays. Throws CannotContinue, or returns what it saw. */
export async function checkService(options: CheckOptions): Promise<Seen> {
	const client = new Client(options);
	const seen: Seen = {};
	const ask = async (what: string, ...call: Parameters<Client['call']>) => {
		options.say(what);
		const reply = await client.call(...call);
		seen.limited = client.limited;
		return reply;
	};
	const list = async (query = '') => await ask('Listing boards', 'GET', `/boards${query}`);
	const create = async (kind: string, path: string, body: Record<string, unknown>) => {
		const reply = await ask(`Creating ${kind}`, 'POST', path, body);
		const { id = 'not shown' } = recordIn(reply.body) ?? {};
		const name = body.name ?? body.title ?? body.url;
		if (isOk(reply)) options.created.push(`${kind}: ${name} (ID ${id})`);
		return reply;
	};

	if (options.login) {
		seen.login = await ask('Logging in', 'POST', '/auth/login', options.login);
		const { token } = Object(seen.login.body);
		client.token ||= typeof token === 'string' ? token : undefined;
		if (!client.token) {
			throw new CannotContinue(`The login was answered ${seen.login.status} without a token.`);
		}
	}
	seen.list = await list();
	if ([402, 403].includes(seen.list.status)) return seen;
	const workspace_id = integer(requireBoards(seen.list)[0]?.workspace_id);
	const workspace = workspace_id === undefined ? '' : `workspace_id=${workspace_id}&`;
	seen.filtered = await list(`?${workspace}archived=true`);

	const name = `${MARK}, can be deleted`;
	const description = 'Made by npm run check-service';
	seen.board = await create('board', '/boards', { name, workspace_id, description, color: COLOR });
	if (!isOk(seen.board)) return { ...seen, refused: seen.board };
	const found =
		recordIn(seen.board.body) ?? boardsIn((await list()).body)?.find((one) => one.name === name);
	if (found?.id === undefined) throw new CannotContinue('The new board is not in the list.');
	const board_id = integer(found.id);

	if (options.webhook) {
		const { url: given, listener } = options.webhook;
		const key = Math.random().toString(36).slice(2);
		const url = `${given}${given.includes('?') ? '&' : '?'}key=${key}`;
		const body = { url, events: ['task.created', 'task.updated'] };
		seen.webhook = await create('webhook, which stays until you delete it', '/webhooks', body);
		seen.address = { url, key, sentAt: listener.now(), listener };
	}
	const fields = { description, due_date: DUE_DATE, priority: 'high' };
	const second = { title: `${MARK} 2`, board_id };
	seen.task = await create('task', '/tasks', { title: `${MARK} 1`, board_id, ...fields });
	seen.extra = await create('task with another field', '/tasks', { ...second, estimate: 3 });
	seen.refused = isOk(seen.extra)
		? await create('task without a title, to be refused', '/tasks', { board_id })
		: seen.extra;
	if (!isOk(seen.extra)) await create('task', '/tasks', second);
	seen.final = await list();
	if (seen.address && seen.webhook && isOk(seen.webhook)) {
		options.say('Waiting for notifications, and for their repetition after a failure');
		await options.waitFor(seen.address.listener.bothRepeated);
	}
	return seen;
}

/** As the API document shows ids. */
const integer = (id: unknown): unknown => (/^\d{1,15}$/.test(String(id)) ? Number(id) : id);

function requireBoards({ status, body }: Reply) {
	const boards = boardsIn(body);
	if (status === 200 && boards) return boards;
	if (status === 401) throw new CannotContinue('The service refused the API token (401).');
	const what = /^\s*</.test(String(body)) ? 'a web page' : 'no list of boards';
	const answered = `GET /api/v1/boards was answered ${status} with ${what}`;
	throw new CannotContinue(`${answered}. Check the Base URL.`);
}
