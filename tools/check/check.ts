import { listIn, recordIn } from '../testkit/http/json';
import { CannotContinue, Client, isOk, type ClientOptions, type Reply } from './client';
import { COLOR, DUE_DATE, MARK, type Seen } from './facts';
import type { Listener } from './listener';

export interface CheckOptions extends ClientOptions {
	login?: { email: string; password: string };
	/** A public address that leads to the listener. */
	webhook?: { url: string; listener: Listener };
	say(text: string): void;
	/** `done`, or a while. */
	waitFor(done: Promise<unknown>): Promise<unknown>;
	/** What was created, for the person to delete. */
	created: string[];
}

/** At most ten calls; what they create stays. */
export class ServiceCheck {
	private readonly seen: Seen = {};

	constructor(
		private readonly options: CheckOptions,
		private readonly client = new Client(options),
	) {}

	/** What it saw. Throws CannotContinue. */
	async run(): Promise<Seen> {
		const { seen } = this;
		if (this.options.login) await this.logIn(this.options.login);
		seen.list = await this.list();
		if ([402, 403].includes(seen.list.status)) return seen;
		const workspace = integer(requireBoards(seen.list)[0]?.workspace_id);
		const query = workspace === undefined ? '' : `workspace_id=${workspace}&`;
		seen.filtered = await this.list(`?${query}archived=true`);
		const id = await this.createBoard(workspace);
		if (id === undefined) return seen;
		if (this.options.webhook) await this.register(this.options.webhook);
		await this.createTasks(integer(id));
		seen.final = await this.list();
		if (!seen.address || !isOk(seen.webhook)) return seen;
		this.options.say('Waiting for notifications, and for their repetition after a failure');
		await this.options.waitFor(seen.address.listener.bothRepeated);
		return seen;
	}

	private async logIn(login: object): Promise<void> {
		this.seen.login = await this.ask('Logging in', 'POST', '/auth/login', login);
		const { status, body } = this.seen.login;
		this.client.token ||= Object(body).token;
		if (this.client.token) return;
		throw new CannotContinue(`The login was answered ${status} without a token.`);
	}

	/** Its id; undefined when it was refused. */
	private async createBoard(workspace_id: unknown): Promise<unknown> {
		const name = `${MARK}, can be deleted`;
		const reply = await this.create('board', '/boards', { name, workspace_id, color: COLOR });
		this.seen.board = reply;
		if (!isOk(reply)) return void (this.seen.refused = reply);
		const listed = async () => listIn((await this.list()).body)?.find((one) => one.name === name);
		const board = recordIn(reply.body) ?? (await listed());
		if (board?.id !== undefined) return board.id;
		throw new CannotContinue('The new board is not in the list.');
	}

	private async register({ url: given, listener }: { url: string; listener: Listener }) {
		const key = Math.random().toString(36).slice(2);
		const url = `${given}${given.includes('?') ? '&' : '?'}key=${key}`;
		const body = { url, events: ['task.created', 'task.updated'] };
		this.seen.webhook = await this.create('webhook (stays until deleted)', '/webhooks', body);
		this.seen.address = { url, key, sentAt: listener.now(), listener };
	}

	private async createTasks(board_id: unknown): Promise<void> {
		const task = async (what: string, more: object) =>
			await this.create(what, '/tasks', { board_id, ...more });
		const fields = { description: 'A test', due_date: DUE_DATE, priority: 'high' };
		const second = { title: `${MARK} 2` };
		this.seen.task = await task('task', { title: `${MARK} 1`, ...fields });
		this.seen.extra = await task('task with another field', { ...second, estimate: 3 });
		const isAccepted = isOk(this.seen.extra);
		const other = await (isAccepted ? task('task without a title', {}) : task('task', second));
		this.seen.refused = isAccepted ? other : this.seen.extra;
	}

	private readonly list = (query = '') => this.ask('Listing boards', 'GET', `/boards${query}`);

	private async create(kind: string, path: string, body: Record<string, unknown>) {
		const reply = await this.ask(`Creating ${kind}`, 'POST', path, body);
		const { id = 'not shown' } = recordIn(reply.body) ?? {};
		const what = `${kind}: ${body.name ?? body.title ?? body.url} (ID ${id})`;
		if (isOk(reply)) this.options.created.push(what);
		return reply;
	}

	private async ask(what: string, ...call: Parameters<Client['call']>): Promise<Reply> {
		this.options.say(what);
		const reply = await this.client.call(...call);
		this.seen.limited = this.client.limited;
		return reply;
	}
}

/** As the API document shows ids. */
const integer = (id: unknown): unknown => (/^\d{1,15}$/.test(String(id)) ? Number(id) : id);

function requireBoards({ status, body }: Reply) {
	const boards = listIn(body);
	if (status === 200 && boards) return boards;
	if (status === 401) throw new CannotContinue('The service refused the API token (401).');
	const what = /^\s*</.test(String(body)) ? 'a web page' : 'no list of boards';
	const answered = `GET /api/v1/boards was answered ${status} with ${what}`;
	throw new CannotContinue(`${answered}. Check the Base URL.`);
}
