import type { Call } from '../../api/calls';
import { identityOf, secretsOf, sessionFor, type Credential } from '../credentialData';
import type { Outcome } from '../outcome';
import { identifyRefusal, mayBeSentAgain, openSession, type Session } from './logIn';

type SendWith = (credential: Credential) => Promise<Outcome>;

/** With the token in use, and two others: another process may end the token of a login before it is sent. */
const MAX_SENDS = 3;

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
		this.session = openSession(credential.data);
	}

	/**
	 * Each send gets a copy of the credential. If the session token in the copy is empty, n8n calls
	 * `preAuthentication`, stores the token, and writes it into the copy.
	 */
	async send(call: Call, sendWith: SendWith): Promise<Outcome> {
		let last = { token: '', answer: '' };
		for (let sends = 1; ; sends++) {
			const { credential, session } = this;
			const isNew = session.token === '' || session.token === last.token;
			const data = {
				...credential.data,
				sessionToken: isNew ? '' : session.token,
				sessionFor: sessionFor(credential.data),
			};
			const outcome = await sendWith({ ...credential, data });
			const token = data.sessionToken;
			if (token === '') {
				// A refused login leaves the token in use.
				if (outcome.kind === 'loginRefused' && session.token !== last.token) continue;
				return withoutToken(outcome);
			}
			this.secrets.add(token);
			const answer = identifyRefusal(outcome);
			if (answer === undefined) return outcome;
			const canRepeat = mayBeSentAgain(call, outcome);
			if (this.session.token === token) await this.readAgain();
			if (this.session.token === token) {
				const isUnchanged = isNew && (answer === last.answer || !canRepeat);
				if (isUnchanged) this.session.ignore(answer);
				if (this.session.isIgnored(answer)) return outcome;
				if (canRepeat) this.session.refuse(token);
				else this.session.doubt(answer);
			}
			if (!canRepeat || sends === MAX_SENDS) return outcome;
			last = { token, answer };
		}
	}

	/** Another process may have stored a token since, or a person another password. */
	private async readAgain(): Promise<void> {
		const { credential } = this;
		const data = await this.read().catch(() => credential.data);
		if (identityOf(data) !== identityOf(credential.data)) return;
		this.credential = { ...credential, data };
		this.session = openSession(data);
		for (const secret of secretsOf(data)) this.secrets.add(secret);
	}
}

/**
 * If the deadline or a cancel ended a request during its login, nothing was sent. The signal keeps n8n
 * from sending it later.
 */
function withoutToken(outcome: Outcome): Outcome {
	if (outcome.kind !== 'noResponse' && outcome.kind !== 'cancelled') return outcome;
	const message = `The login failed: ${outcome.cause.message}`;
	return { kind: 'notSent', cause: { ...outcome.cause, message } };
}
