import type { IHttpRequestOptions } from 'n8n-workflow';

import { itemText } from '../n8n/parameters';
import type { Try } from '../n8n/tries';
import type { Call, LimitPlan, Scenario, Trouble } from '../scenario/scenario';
import { chanceOf, type VirtualClock } from '../../virtualClock';
import type { Created, Sent } from './ledger';
import { boardPage, objectFor } from './objects';
import { faultReply, limiterOf, networkError, SUCCESS, UNAUTHORIZED, type Reply } from './replies';

const REFUSAL_MS = 3;
const HEADERS = { 'content-type': 'application/json' };
export const API_TOKEN = 'a token of the simulated account';

const CALLS: Record<string, Call> = {
	'POST /api/v1/tasks': 'create task',
	'POST /api/v1/boards': 'create board',
	'GET /api/v1/boards': 'list boards',
	'POST /api/v1/webhooks': 'create webhook',
	'POST /api/v1/auth/login': 'log in',
};

/** A model of the service, with a ledger of everything that it was asked for and created. */
export class Service {
	readonly sent: Sent[] = [];
	readonly created: Created[] = [];
	onTask: (created: Created) => void = () => {};
	/** Undisturbed from now on. */
	isWell = false;
	private readonly limits: Array<Pick<LimitPlan, 'call'> & { take: ReturnType<typeof limiterOf> }>;
	/** How often each item was sent. */
	private readonly sends = new Map<string, number>();
	private readonly tokens = new Map<string, number>([[API_TOKEN, Infinity]]);

	constructor(
		private readonly scenario: Scenario,
		private readonly clock: VirtualClock,
	) {
		this.limits = scenario.limits.map((plan) => ({ call: plan.call, take: limiterOf(plan) }));
	}

	/** As n8n's helper: rejects with what axios throws. Never settles if the process is killed. */
	async request(options: IHttpRequestOptions, by: Try): Promise<object> {
		const signal = options.abortSignal as AbortSignal | undefined;
		// As axios does.
		if (signal?.aborted) throw networkError('ERR_CANCELED');
		if (by.process.isDead) return await new Promise(() => {});
		const sent = this.note(options, by);
		const token = String(options.headers?.Authorization).replace('Bearer ', '');
		const trouble = this.troubleOf(sent);
		const reply = this.replyTo(sent, trouble, token);
		const usualMs = reply.isAtOnce ? REFUSAL_MS : this.latencyOf(sent);
		const latencyMs = trouble?.afterMs ?? usualMs;
		this.takeEffect(sent, reply, latencyMs);
		return await new Promise((resolve, reject) => {
			const end = (response: string, outcome: Partial<Sent>) => {
				if (sent.endedAt !== undefined || by.process.isDead) return false;
				Object.assign(sent, outcome, { response, endedAt: this.clock.ms });
				return true;
			};
			const abort = () => {
				if (end('none: given up', { proof: 'unclear' })) reject(networkError('ERR_CANCELED'));
			};
			signal?.addEventListener('abort', abort, { once: true });
			if (reply.isSilent) return;
			this.clock.schedule(latencyMs, () => {
				const { code, status, proof, isLimited = false, askedMs } = reply;
				const works = code === undefined && status < 500 && status !== 408 && !isLimited;
				if (!end(code ?? `${status}`, { proof, works, isLimited, askedMs })) return;
				signal?.removeEventListener('abort', abort);
				if (code !== undefined) reject(networkError(code));
				else resolve(this.responseTo(sent, options, reply));
			});
		});
	}

	private note(options: IHttpRequestOptions, by: Try): Sent {
		const { method, body } = options;
		const { pathname, searchParams } = urlOf(options);
		const call = CALLS[`${method} ${pathname}`];
		if (call === undefined) throw new Error(`The service has no ${method} ${pathname}`);
		const fields = JSON.parse(String(body ?? '{}')) as Record<string, string | undefined>;
		const workspace = searchParams.get('workspace_id');
		const listed = workspace === null ? '' : itemText(by.plan, Number(workspace) - 1);
		const item = fields.title ?? fields.description ?? fields.url?.split('/').at(-1) ?? listed;
		const board = String(fields.board_id ?? fields.name ?? '');
		const sent = { number: this.sent.length + 1, by, at: this.clock.ms, call, item, board };
		this.sent.push(sent);
		by.sent.push(sent);
		return sent;
	}

	private troubleOf({ call, board, by }: Sent): Trouble | undefined {
		if (this.isWell) return undefined;
		const { ms } = this.clock;
		return this.scenario.troubles.find(
			(one) =>
				(one.call ?? call) === call &&
				String(one.board ?? board) === board &&
				(one.plan ?? by.plan.id) === by.plan.id &&
				one.fromMs <= ms &&
				ms < one.toMs,
		);
	}

	private replyTo(sent: Sent, trouble: Trouble | undefined, token: string): Reply {
		const { call } = sent;
		// What is about one board or payload shows when the service reads the body.
		const isOfBody = trouble?.board !== undefined || trouble?.plan !== undefined;
		const fromTrouble =
			trouble && faultReply(trouble.fault, this.chance(sent, 'refusal'), trouble.retryAfterS);
		if (fromTrouble !== undefined && !isOfBody) return fromTrouble;
		for (const limit of this.isWell ? [] : this.limits) {
			const refusal = (limit.call ?? call) === call ? limit.take(this.clock.ms) : undefined;
			if (refusal !== undefined) return refusal;
		}
		if (call !== 'log in' && (this.tokens.get(token) ?? 0) <= this.clock.now()) return UNAUTHORIZED;
		if (fromTrouble !== undefined) return fromTrouble;
		const fault = this.isWell ? undefined : this.faultOf(sent);
		if (fault !== undefined) return faultReply(fault, this.chance(sent, 'refusal'));
		return SUCCESS;
	}

	/** Of its first sends, by its plan. */
	private faultOf({ item, by: { plan, execution } }: Sent) {
		const index = Number(item.slice(plan.id.length));
		if (item === '' || index % plan.faultEvery > 0) return undefined;
		const sends = this.sends.get(`${execution} ${item}`) ?? 0;
		this.sends.set(`${execution} ${item}`, sends + 1);
		return plan.faults[sends];
	}

	private takeEffect(sent: Sent, { effect }: Reply, latencyMs: number): void {
		const { call, item, board } = sent;
		const isCreate = call !== 'log in' && call !== 'list boards';
		if (!isCreate || effect === 'no') return;
		if (effect === 'maybe' && this.chance(sent, 'effect') < 0.5) return;
		const create = () => {
			const id = 100 + this.created.length;
			sent.created = { id, call, item, board, request: sent, at: this.clock.ms };
			this.created.push(sent.created);
			if (call === 'create task') this.onTask(sent.created);
		};
		// The name of a board counts at once, so that a list that is read later has it.
		if (call === 'create board') create();
		else this.clock.schedule(latencyMs * this.chance(sent, 'when'), create);
	}

	private responseTo(sent: Sent, options: IHttpRequestOptions, reply: Reply): object {
		const { status, headers, body = (object: object) => object } = reply;
		const page = urlOf(options);
		const found =
			sent.call === 'list boards'
				? boardPage(this.created, page, this.scenario)
				: objectFor(sent, page, this.chance(sent, 'wrapper'));
		const content = body(sent.call === 'log in' ? this.logIn() : found.object);
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const all = { ...HEADERS, ...found.headers, ...headers };
		return { statusCode: status, headers: all, body: Buffer.from(text) };
	}

	private logIn(): object {
		const token = `session token number ${this.tokens.size}`;
		this.tokens.set(token, this.clock.now() + (this.scenario.tokenLifeMs ?? 0));
		return { token };
	}

	private latencyOf(sent: Sent): number {
		if (this.isWell) return REFUSAL_MS;
		const { slowMs = this.scenario.latencyMs } = sent.call === 'log in' ? {} : sent.by.plan;
		return slowMs * (0.4 + this.chance(sent, 'latency') * 0.6);
	}

	private chance({ by, call, item, number }: Sent, what: string): number {
		return chanceOf(this.scenario.seed, what, by.execution, call, item, item === '' ? number : 0);
	}
}

/** With the query, as n8n sends it. */
function urlOf({ url, baseURL, qs = {} }: IHttpRequestOptions): URL {
	const sent = new URL(url, baseURL);
	for (const [name, value] of Object.entries(qs)) {
		if (value !== undefined) sent.searchParams.set(name, String(value));
	}
	return sent;
}
