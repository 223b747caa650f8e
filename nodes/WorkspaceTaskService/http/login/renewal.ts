import type { Outcome } from '../../outcome';
import type { Call } from '../../service/calls';
import {
	identifyAccount,
	identifySession,
	listSecrets,
	type Credential,
	type CredentialData,
} from '../credential';
import { identifyTokenRefusal, getSharedSession, type Session } from './session';

export interface SendSteps {
	sendOnce(credential: Credential): Promise<Outcome>;
	/** Before it is sent again: a pause of the endpoint may have begun since. */
	waitForPause(): Promise<void>;
}

/** With the token in use, and two others: another process may end the token of a login before it is sent. */
const MAX_SENDS = 3;
const DENIED = [401, 403];

/** Sends the requests of a run with a token, and again with another if the answer may be about it. */
export class Renewal {
	private session: Session;

	/**
	 * @param read what n8n has stored by now
	 * @param secrets gets every token that is sent
	 */
	constructor(
		private credential: Credential,
		private readonly read: () => Promise<Credential['data']>,
		private readonly secrets: Set<string>,
	) {
		this.session = getSharedSession(credential.data);
	}

	/** Each send gets a copy of the credential, into which n8n writes the token of a login. */
	async sendWithRenewal(call: Call, { sendOnce, waitForPause }: SendSteps): Promise<Outcome> {
		let last = { token: '', refusal: '' };
		for (let sends = 1; ; sends++) {
			const data = this.copyDataWithTokenInUse(last.token);
			const isFreshToken = data.sessionToken === '';
			const outcome = await sendOnce({ ...this.credential, data });
			const token = data.sessionToken;
			if (token === '') {
				// A token that came in the meantime, such as of another process, is sent instead.
				if (outcome.kind === 'loginRefused' && this.session.token !== last.token) continue;
				return markUnansweredLoginAsUnsent(outcome);
			}
			this.secrets.add(token);
			const refusal = identifyTokenRefusal(outcome);
			if (refusal === undefined) return outcome;
			if (this.session.token === token) await this.reloadCredential();
			const reaction = chooseReaction({
				hasNewerToken: this.session.token !== token,
				isFreshToken,
				isSameRefusal: refusal === last.refusal,
				isIgnored: this.session.isIgnored(refusal),
				isSafeToRepeat: isSafeToRepeat(call, outcome),
			});
			this.prepareNextRequest(reaction, token, refusal);
			const isRepeated = reaction === 'sendAgain' || reaction === 'logInAndSendAgain';
			if (!isRepeated || sends >= MAX_SENDS) return outcome;
			last = { token, refusal };
			await waitForPause();
		}
	}

	private prepareNextRequest(reaction: Reaction, refusedToken: string, refusal: string): void {
		const { session } = this;
		if (reaction === 'logInAndSendAgain') session.markRefused(refusedToken);
		if (reaction === 'logInBeforeNextRequest') session.replaceBeforeNextRequest();
		// The next such answer causes no login.
		if (reaction === 'ignore' || reaction === 'logInBeforeNextRequest') session.ignore(refusal);
	}

	/**
	 * With the token in use, if it is not the refused token. Without a token, n8n calls `preAuthentication`,
	 * and stores the token that it gets.
	 */
	private copyDataWithTokenInUse(refusedToken: string): CredentialData & { sessionToken: string } {
		const { data } = this.credential;
		const { token } = this.session;
		const sessionToken = token === refusedToken ? '' : token;
		return { ...data, sessionToken, sessionFor: identifySession(data) };
	}

	/** Another process may have stored a token since, or a person another password. */
	private async reloadCredential(): Promise<void> {
		const { credential } = this;
		const data = await this.read().catch(() => credential.data);
		if (identifyAccount(data) !== identifyAccount(credential.data)) return;
		this.credential = { ...credential, data };
		this.session = getSharedSession(data);
		for (const secret of listSecrets(data)) this.secrets.add(secret);
	}
}

/** What is done about an answer that may be about the token. */
type Reaction = 'return' | 'sendAgain' | 'ignore' | 'logInAndSendAgain' | 'logInBeforeNextRequest';

interface TokenRefusal {
	/** The session has another token by now: of another request, another process, or a new password. */
	hasNewerToken: boolean;
	/** The request waited for a login, and was sent with its token. */
	isFreshToken: boolean;
	/** The token that was sent before got the same answer. */
	isSameRefusal: boolean;
	/** The answer causes no login for now, after case 2 or 5. */
	isIgnored: boolean;
	isSafeToRepeat: boolean;
}

/**
 * The first case that applies (docs/API.md, "how an expired token is answered"):
 *
 * 1. There is a newer token: the request is sent with it, if that is safe.
 * 2. The token is fresh, and the one before it got the same answer, or the request cannot be repeated: the
 *    answer is not about the token, and causes no login for a minute.
 * 3. It causes no login for now.
 * 4. It is safe to send the request again: it is sent with the token of a new login.
 * 5. A create that may have been refused for its values, and not for its token: the next request logs in, once
 *    a minute for each such answer.
 */
export function chooseReaction(refused: TokenRefusal): Reaction {
	if (refused.hasNewerToken) return refused.isSafeToRepeat ? 'sendAgain' : 'return';
	const isUnchanged = refused.isSameRefusal || !refused.isSafeToRepeat;
	if (refused.isFreshToken && isUnchanged) return 'ignore';
	if (refused.isIgnored) return 'return';
	return refused.isSafeToRepeat ? 'logInAndSendAgain' : 'logInBeforeNextRequest';
}

/**
 * A 401 or 403 had no effect, and a read has none. Another refusal of a create is mostly about its
 * values.
 */
function isSafeToRepeat(call: Call, outcome: Outcome): boolean {
	const isDenied = outcome.kind === 'refused' && DENIED.includes(outcome.response.status);
	return isDenied || call.effect === 'read';
}

/**
 * If the deadline or a cancel ended a request during its login, nothing was sent. The signal keeps n8n
 * from sending it later.
 */
function markUnansweredLoginAsUnsent(outcome: Outcome): Outcome {
	if (outcome.kind !== 'noResponse' && outcome.kind !== 'cancelled') return outcome;
	const message = `The login failed: ${outcome.cause.message}`;
	return { kind: 'notSent', cause: { ...outcome.cause, message } };
}
