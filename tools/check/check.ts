import { findErrorMessage } from '../../nodes/WorkspaceTaskService/messages/words';
import type { JsonObject } from '../../nodes/WorkspaceTaskService/reading/json';
import { listIn, recordIn } from './json';
import { CannotContinue, Client, isOk, type ClientOptions, type ServiceResponse } from './client';
import { COLOR, DUE_DATE, MARK, type Seen } from './facts';
import type { Listener } from './listener';

/** By the plan or for this person: such a refusal says nothing about the values. */
const NOT_ALLOWED = [402, 403];

export interface CheckOptions extends ClientOptions {
	login?: { email: string; password: string };
	/** A public URL that leads to the listener. */
	webhook?: { url: string; listener: Listener };
	/** ID for the new board; empty: that of the first board. */
	workspace: string;
	log(text: string): void;
	confirm(question: string): Promise<boolean>;
	/** Resolves with `done`, or after a while. */
	waitFor(done: Promise<unknown>): Promise<unknown>;
	/** What was created, for the user to delete. */
	created: string[];
}

/** At most ten calls. Deletes nothing that it creates. */
export class ServiceCheck {
	private readonly seen: Seen = {};

	constructor(
		private readonly options: CheckOptions,
		private readonly client = new Client(options),
	) {}

	/** Throws CannotContinue. */
	async run(): Promise<Seen> {
		const { seen } = this;
		if (this.options.login) await this.logIn(this.options.login);
		seen.list = await this.list();
		if (NOT_ALLOWED.includes(seen.list.status)) return seen;
		const boards = requireBoards(seen.list);
		const workspace = integer(this.options.workspace || boards[0]?.workspace_id);
		const query = workspace === undefined ? '' : `workspace_id=${workspace}&`;
		seen.filtered = await this.list(`?${query}archived=true`);
		const id = (await this.createBoard(workspace)) ?? (await this.chooseBoard(boards));
		if (id === undefined) return seen;
		if (this.options.webhook) await this.register(this.options.webhook);
		await this.createTasks(integer(id));
		seen.final = await this.list();
		if (!seen.target || !isOk(seen.webhook)) return seen;
		this.options.log('Waiting for notifications and their retries');
		await this.options.waitFor(seen.target.listener.bothRepeated);
		return seen;
	}

	private async logIn(login: object): Promise<void> {
		this.seen.login = await this.ask('Logging in', 'POST', '/auth/login', login);
		const { status, body } = this.seen.login;
		this.client.token ||= Object(body).token;
		if (this.client.token) return;
		throw new CannotContinue(`The response to the login (${status}) has no token.`);
	}

	/** Returns its id; undefined if it was refused. */
	private async createBoard(workspace_id: unknown): Promise<unknown> {
		const name = `${MARK}, can be deleted`;
		const response = await this.create('board', '/boards', { name, workspace_id, color: COLOR });
		this.seen.board = response;
		if (!isOk(response)) {
			if (!NOT_ALLOWED.includes(response.status)) this.seen.refused = response;
			return undefined;
		}
		const listed = async () => listIn((await this.list()).body)?.find((one) => one.name === name);
		const board = recordIn(response.body) ?? (await listed());
		if (board?.id !== undefined) return board.id;
		throw new CannotContinue('The new board is not in the list.');
	}

	/** Returns the id of a board that exists; undefined without one, or if the person does not agree. */
	private async chooseBoard([board]: JsonObject[]): Promise<unknown> {
		if (board?.id === undefined) return undefined;
		const question = `No board was created. Create the tasks on "${board.name}" (ID ${board.id})?`;
		return (await this.options.confirm(question)) ? board.id : undefined;
	}

	private async register({ url: given, listener }: { url: string; listener: Listener }) {
		const key = Math.random().toString(36).slice(2);
		const url = `${given}${given.includes('?') ? '&' : '?'}key=${key}`;
		const body = { url, events: ['task.created', 'task.updated'] };
		this.seen.webhook = await this.create('webhook (stays until deleted)', '/webhooks', body);
		this.seen.target = { url, key, sentAt: listener.now(), listener };
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
		const response = await this.ask(`Creating ${kind}`, 'POST', path, body);
		const { id = 'not shown' } = recordIn(response.body) ?? {};
		const what = `${kind}: ${body.name ?? body.title ?? body.url} (ID ${id})`;
		if (isOk(response)) this.options.created.push(what);
		else this.options.log(`  The service refused it: ${this.describeRefusal(response)}`);
		return response;
	}

	private describeRefusal({ status, body }: ServiceResponse): string {
		const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
		return `${status} ${findErrorMessage(text, [String(this.client.token)])}`;
	}

	private async ask(what: string, ...call: Parameters<Client['call']>): Promise<ServiceResponse> {
		this.options.log(what);
		const response = await this.client.call(...call);
		this.seen.limited = this.client.limited;
		return response;
	}
}

/** The API document shows ids as integers. */
const integer = (id: unknown): unknown => (/^\d{1,15}$/.test(String(id)) ? Number(id) : id);

function requireBoards({ status, body }: ServiceResponse) {
	const boards = listIn(body);
	if (status === 200 && boards) return boards;
	if (status === 401) throw new CannotContinue('The service refused the API token (401).');
	const what = /^\s*</.test(String(body)) ? 'a web page' : 'no list of boards';
	const received = `GET /api/v1/boards returned ${what} (${status})`;
	throw new CannotContinue(`${received}. Check the Base URL.`);
}
