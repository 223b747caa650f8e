import { explainOutcome } from '../../messages/explain';
import type { MessageContext } from '../../messages/hints';
import { joinMessageAndHint } from '../../messages/words';
import {
	getAskedMs,
	ExchangeFailure,
	getPolicy,
	type ApiRequest,
	type Outcome,
} from '../../outcome';
import { normalizeBaseUrl } from '../../service/baseUrl';
import { CALLS, loginBody } from '../../service/calls';
import { loginResponse } from '../../service/responses';
import { ExpiringBoundedMap } from '../../shared/boundedMap';
import { systemClock } from '../../shared/clock';
import {
	addBearerTokenUnlessEmpty,
	hashSecrets,
	readStoredToken,
	cleanToken,
	type CredentialData,
} from '../credential';
import { exchange, type HttpHelper } from '../exchange';

const MAX_SESSIONS = 1_000;
const MAX_REFUSALS = 100;
/** Repeating a login can lock the account. */
const MINUTE = 60_000;

interface Login {
	token: Promise<string>;
	/** By the clock: until then, the login is shared. In flight, it has no end. */
	endsAt: number;
}

/**
 * The token of an account, for all executions in this process. Single flight: one login at a time,
 * shared by all who need it; a refused login is shared for a minute.
 */
export class Session {
	/** Of the next request; empty if it has to log in. */
	token = '';
	/** The token that n8n had stored the last time: used already, or replaced. */
	private stored = '';
	/** The token that the next login replaces. */
	private refused = '';
	/** Refusals as `identifyTokenRefusal` names them, for a minute: they are about something else than the token. */
	private readonly ignored = new ExpiringBoundedMap<true>(MAX_REFUSALS);
	private login?: Login;

	/** Uses the token that n8n has stored, if it is another than before: another process may have stored it. */
	adoptTokenIfNew(storedToken: string): void {
		if (storedToken === '' || storedToken === this.stored) return;
		this.stored = storedToken;
		this.token = storedToken;
	}

	/**
	 * The service refused it: a request that asks for a token gets another. Until then, the others use this
	 * token.
	 */
	markRefused(token: string): void {
		if (token === this.token) this.refused = token;
	}

	/** The next request logs in. */
	replaceBeforeNextRequest(): void {
		this.refused = this.token;
		this.token = '';
	}

	/** For a minute, the refusal causes no login. */
	ignore(refusal: string): void {
		this.ignored.set(refusal, true, MINUTE);
	}

	isIgnored(refusal: string): boolean {
		return this.ignored.get(refusal) !== undefined;
	}

	needsLogin(): boolean {
		return this.token === '' || this.token === this.refused;
	}

	/** @throws ExchangeFailure */
	async requireToken(data: CredentialData, helper: HttpHelper): Promise<string> {
		return this.needsLogin() ? await this.requestLogin(data, helper) : this.token;
	}

	/**
	 * The token for an email address and password (API: POST /api/v1/auth/login).
	 * @throws ExchangeFailure
	 */
	async requestLogin(data: CredentialData, helper: HttpHelper): Promise<string> {
		const { login } = this;
		const isShared = login !== undefined && systemClock.now() < login.endsAt;
		try {
			return await (isShared ? login : this.startSharedLogin(data, helper)).token;
		} finally {
			// After a failed login: the token may work for other requests.
			this.token ||= this.refused;
		}
	}

	private startSharedLogin(data: CredentialData, helper: HttpHelper): Login {
		const login: Login = { token: fetchToken(data, helper), endsAt: Infinity };
		// The callers see the failure too: n8n's lint rules forbid to rethrow it in a `catch`.
		login.token.then(
			(token) => {
				this.token = token;
				this.refused = '';
				this.login = undefined;
			},
			(failure: unknown) => {
				login.endsAt = systemClock.now() + calculateSharedMs(failure);
			},
		);
		this.login = login;
		return login;
	}
}

/** From the end of a failed login, for how long it is not repeated. */
function calculateSharedMs(failure: unknown): number {
	if (!(failure instanceof ExchangeFailure)) return 0;
	if (failure.outcome.kind === 'loginRefused') return MINUTE;
	return Math.min(getAskedMs(failure.outcome), MINUTE);
}

const sessions = new ExpiringBoundedMap<Session>(MAX_SESSIONS);

/** @param data as n8n has stored it, maybe with a token */
export function getSharedSession(data: CredentialData): Session {
	const key = hashSecrets(data);
	const session = sessions.set(key, sessions.get(key) ?? new Session());
	session.adoptTokenIfNew(readStoredToken(data));
	return session;
}

async function fetchToken(data: CredentialData, helper: HttpHelper): Promise<string> {
	const body = loginBody.safeParse(data);
	if (!body.success)
		throw makeLoginRefusal('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request: ApiRequest = { call: CALLS.logIn, body: body.data };
	const outcome = await exchange(helper, request, { baseUrl });
	const { email, password } = body.data;
	return readToken(outcome, { request, baseUrl, secrets: [password, email] });
}

/**
 * The token in the response to a login.
 * @throws ExchangeFailure: of the response, its message shows nothing but sentences
 */
export function readToken(outcome: Outcome, messageContext: MessageContext): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return cleanToken(login.data.token);
	throw makeLoginFailure(outcome, messageContext);
}

/** `rateLimited`, `loginRefused`, or `notSent` if a login may succeed soon. */
function makeLoginFailure(outcome: Outcome, messageContext: MessageContext): ExchangeFailure {
	const message = joinMessageAndHint(explainOutcome(outcome, messageContext));
	if (outcome.kind === 'rateLimited') {
		return new ExchangeFailure(message, { ...outcome, isLogin: true });
	}
	if (!getPolicy(outcome).mayLogInSoon) return makeLoginRefusal(message);
	const cause = { message, hint: 'The request itself was not sent.' };
	return new ExchangeFailure(message, { kind: 'notSent', cause });
}

function makeLoginRefusal(message: string): ExchangeFailure {
	return new ExchangeFailure(message, { kind: 'loginRefused', cause: { message, hint: '' } });
}

/**
 * For `preAuthentication`, which n8n calls without a token and after any failed request. It sends that
 * request again if it gets a token: so undefined if the stored token works, the refusal is about something
 * else, or the new token is refused too.
 */
export async function obtainTokenForN8n(
	data: CredentialData,
	helper: HttpHelper,
): Promise<string | undefined> {
	const session = getSharedSession(data);
	const stored = readStoredToken(data);
	if (stored === '') return await session.requireToken(data, helper);
	const refusal = identifyTokenRefusal(await tryToken(data, stored, helper));
	if (refusal === undefined || session.isIgnored(refusal)) return undefined;
	session.markRefused(stored);
	const isNew = session.needsLogin();
	const token = await session.requireToken(data, helper);
	const nextRefusal = identifyTokenRefusal(await tryToken(data, token, helper));
	if (nextRefusal === undefined) return token;
	session.markRefused(token);
	if (isNew && nextRefusal === refusal) session.ignore(refusal);
	return undefined;
}

/** Sends the call that changes nothing: GET /api/v1/boards. */
export async function tryToken(
	data: CredentialData,
	token: string,
	helper: HttpHelper,
): Promise<Outcome> {
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const withToken: HttpHelper = async (options) =>
		await helper(addBearerTokenUnlessEmpty(options, token));
	return await exchange(withToken, { call: CALLS.listBoards }, { baseUrl });
}

/**
 * An answer that may be about the token, as a text. Services answer an expired token with 401 or 403, but
 * also with other statuses, a redirect, or a page to sign in.
 * @returns the same text for the same answer; undefined if the answer is not about the token
 */
export function identifyTokenRefusal(outcome: Outcome): string | undefined {
	if (!getPolicy(outcome).mayBeAboutToken || !('response' in outcome)) return undefined;
	return `${outcome.kind} ${outcome.response.status}`;
}
