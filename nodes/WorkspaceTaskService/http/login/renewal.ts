import type { Outcome } from '../../outcome';
import type { Call } from '../../service/calls';
import {
	identifyAccount,
	identifySession,
	listSecrets,
	type Credential,
	type CredentialData,
} from '../credential';
import { identifyTokenRefusal, getSharedSession, type Session } from './logIn';

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
			const isNew = data.sessionToken === '';
			const outcome = await sendOnce({ ...this.credential, data });
			const token = data.sessionToken;
			if (token === '') {
				// A refused login leaves the token in use.
				if (outcome.kind === 'loginRefused' && this.session.token !== last.token) continue;
				return markUnansweredLoginAsUnsent(outcome);
			}
			this.secrets.add(token);
			const refusal = identifyTokenRefusal(outcome);
			if (refusal === undefined) return outcome;
			const canRepeat = isSafeToRepeat(call, outcome);
			if (this.session.token === token) await this.reloadCredential();
			if (this.session.token === token) {
				const isUnchanged = isNew && (refusal === last.refusal || !canRepeat);
				if (isUnchanged) this.session.ignore(refusal);
				if (this.session.isIgnored(refusal)) return outcome;
				if (canRepeat) {
					this.session.markRefused(token);
				} else {
					// Once a minute for this refusal.
					this.session.replaceBeforeNextRequest();
					this.session.ignore(refusal);
				}
			}
			if (!canRepeat || sends >= MAX_SENDS) return outcome;
			last = { token, refusal };
			await waitForPause();
		}
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
