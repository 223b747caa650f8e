import type { IHttpRequestOptions } from 'n8n-workflow';

import { faultReply, limitReply, limiterOf, phaseReply, SUCCESS, UNAUTHORIZED } from './faults';
import type { Proof, Reply } from './faults';
import { faultsOf, keyOf, WHAT } from './ledger';
import type { Created, Sent } from './ledger';
import { chanceOf } from '../scenario/random';
import type { Scenario } from '../scenario/scenario';
import type { Try } from '../n8n/tries';
import type { VirtualTime } from '../virtualTime';

const REFUSAL_MS = 3;
const HEADERS = { 'content-type': 'application/json' };
export const API_TOKEN = 'a token of the simulated account';

/** A model of the service, with a ledger of everything that it was asked for and created. */
export class Service {
	readonly sent: Sent[] = [];
	readonly created: Created[] = [];
	/** Undisturbed from now on. */
	isWell = false;
	private readonly limit?: (now: number) => number | undefined;
	private readonly sends = new Map<string, number>();
	private readonly tokens = new Map<string, number>([[API_TOKEN, Infinity]]);

	constructor(
		private readonly scenario: Scenario,
		private readonly time: VirtualTime,
	) {
		if (scenario.limit !== undefined) this.limit = limiterOf(scenario.limit);
	}

	/** As n8n's helper: rejects with what axios throws. Never settles if the process is killed. */
	async request(options: IHttpRequestOptions, by: Try): Promise<object> {
		const { headers } = options;
		const signal = options.abortSignal as AbortSignal | undefined;
		// As axios does.
		if (signal?.aborted) throw networkError('ERR_CANCELED');
		if (by.process.isDead) return await new Promise(() => {});
		const sent = this.note(options, by);
		const token = String(headers?.Authorization).replace('Bearer ', '');
		const reply = this.replyTo(sent, token);
		return await new Promise((resolve, reject) => {
			const end = (proof: Proof, response: string) => {
				if (sent.endedAt !== undefined || by.process.isDead) return false;
				Object.assign(sent, { proof, response, endedAt: this.time.ms });
				return true;
			};
			const abort = () => {
				if (end('unclear', 'none: given up')) reject(networkError('ERR_CANCELED'));
			};
			signal?.addEventListener('abort', abort, { once: true });
			const latencyMs = reply.isAtOnce ? REFUSAL_MS : this.latencyOf(sent);
			let made: object = {};
			if (reply.takesEffect && sent.what.startsWith('create')) {
				const effectMs = latencyMs * this.chance(sent, 'effect');
				// The name of a board counts at once, so that a list that is read later has it.
				if (sent.what === 'create board') made = this.create(sent);
				else this.time.schedule(effectMs, () => (made = this.create(sent)));
			}
			if (reply.isSilent) return;
			this.time.schedule(latencyMs, () => {
				const { code, status, headers: more, body = (object: object) => object } = reply;
				if (!end(reply.proof, String(code ?? status))) return;
				signal?.removeEventListener('abort', abort);
				if (code !== undefined) return reject(networkError(code));
				const content = body(made);
				const text = typeof content === 'string' ? content : JSON.stringify(content);
				resolve({ statusCode: status, headers: { ...HEADERS, ...more }, body: Buffer.from(text) });
			});
		});
	}

	private note({ method, url, qs, body }: IHttpRequestOptions, by: Try): Sent {
		const { title, name } = JSON.parse(String(body ?? '{}')) as Record<string, string>;
		const workspace = qs?.workspace_id as string | undefined;
		const call = WHAT[`${method} ${url}`] ?? 'get';
		const what = workspace === undefined ? call : 'get';
		const subject = title ?? name ?? workspace ?? String(url).split('/').at(-1) ?? '';
		const sent = { number: this.sent.length + 1, by, at: this.time.ms, what, name: subject };
		this.sent.push(sent);
		return sent;
	}

	private replyTo(sent: Sent, token: string): Reply {
		const { scenario } = this;
		const { now, ms } = this.time;
		if (!this.isWell) {
			const phase = scenario.phases.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
			if (phase !== undefined) return phaseReply(phase, this.chance(sent, 'phase'));
			const backAt = this.limit?.(ms);
			if (backAt !== undefined && scenario.limit !== undefined)
				return limitReply(scenario.limit, backAt - ms);
		}
		if (sent.what === 'log in' && scenario.refusesLogins && !this.isWell) return UNAUTHORIZED;
		if (sent.what === 'log in') return { ...SUCCESS, takesEffect: false, body: () => this.logIn() };
		if ((this.tokens.get(token) ?? 0) <= now) return UNAUTHORIZED;
		const sends = this.sends.get(keyOf(sent)) ?? 0;
		this.sends.set(keyOf(sent), sends + 1);
		const fault = faultsOf(sent)[sends];
		if (fault !== undefined && !this.isWell) return faultReply(fault, this.chance(sent, 'refusal'));
		if (sent.what === 'list boards') return { status: 200, ...READ, body: () => this.boards() };
		if (sent.what === 'get')
			return { status: 200, ...READ, body: () => [{ id: 1, name: sent.name }] };
		return SUCCESS;
	}

	private create(sent: Sent): object {
		const { what, name } = sent;
		const id = 100 + this.created.length;
		this.created.push({ id, what, name, request: sent, at: this.time.ms });
		const object = what === 'create board' ? { id, name } : { id, title: name, board_id: 1 };
		return this.chance(sent, 'wrapper') < 0.2 ? { data: object } : object;
	}

	private boards(): object[] {
		const boards = this.created.filter(({ what }) => what === 'create board');
		return [{ id: 1, name: 'Existing' }, ...boards.map(({ id, name }) => ({ id, name }))];
	}

	private logIn(): object {
		const token = `session token number ${this.tokens.size}`;
		this.tokens.set(token, this.time.now + this.scenario.tokenLifeMs);
		return { token };
	}

	private latencyOf(sent: Sent): number {
		if (this.isWell) return REFUSAL_MS;
		const { slowMs = this.scenario.latencyMs } = sent.what === 'log in' ? {} : sent.by.plan;
		const ofEndpoint = 0.5 + chanceOf(this.scenario.seed, sent.what) / 2;
		return slowMs * ofEndpoint * (0.7 + this.chance(sent, 'latency') / 2);
	}

	private chance(sent: Sent, what: string): number {
		return chanceOf(this.scenario.seed, what, keyOf(sent), this.sends.get(keyOf(sent)) ?? 0);
	}
}

const READ = { takesEffect: false, proof: 'done' } as const;

/** As axios throws it. */
function networkError(code: string) {
	const words = code === 'ECONNREFUSED' ? `connect ${code} 127.0.0.1:443` : `read ${code}`;
	return Object.assign(new Error(words), { code, isAxiosError: true, config: {} });
}
