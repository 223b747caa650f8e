import type { Call } from '../../api/calls';
import { sessionFor, type Credential } from '../credentialData';
import type { Outcome } from '../outcome';
import { openSession, tokenDoubt, type Session } from './logIn';

type SendWith = (credential: Credential) => Promise<Outcome>;

interface Refused {
	call: Call;
	outcome: Outcome;
	token: string;
	/** The token was fetched for this request. */
	isNew: boolean;
}

/** With the stored token, a token that others have fetched since, and a token of a new login. */
const MAX_SENDS = 3;

/** Single retry with a renewed token, for the requests of a run. */
export class Renewal {
	private readonly session: Session;
	/** The run has fetched a token itself. */
	private hasLoggedIn = false;

	/** @param secrets gets every token that is sent */
	constructor(
		private readonly credential: Credential,
		private readonly secrets: Set<string>,
	) {
		this.session = openSession(credential.data);
	}

	/**
	 * Each send gets a copy of the credential. If the session token in the copy is empty, n8n calls `logIn`,
	 * stores the token, and writes it into the copy.
	 */
	async send(call: Call, sendWith: SendWith): Promise<Outcome> {
		const { credential, session } = this;
		let refusedToken = '';
		for (let sends = 1; ; sends++) {
			const isNew = session.token === '' || session.token === refusedToken;
			const data = {
				...credential.data,
				sessionToken: isNew ? '' : session.token,
				sessionFor: sessionFor(credential.data),
				refusedToken,
			};
			const outcome = await sendWith({ ...credential, data });
			const token = data.sessionToken;
			if (token === '') return withoutToken(outcome);
			this.secrets.add(token);
			this.hasLoggedIn ||= isNew;
			const hasNext = this.renew({ call, outcome, token, isNew });
			if (!hasNext || sends === MAX_SENDS) return outcome;
			refusedToken = token;
		}
	}

	/**
	 * After a refusal that may be about the token: the account has a different token by now, or the next
	 * send fetches one. If a token was fetched for a request that is refused again, it is permission.
	 * @returns whether the request is sent again
	 */
	private renew({ call, outcome, token, isNew }: Refused): boolean {
		const { session } = this;
		const doubt = tokenDoubt(outcome);
		if (doubt === undefined) return false;
		// It is mostly about the values of the request, and a 2xx or a redirect may have had an effect.
		const isVague = doubt === 'vague' && call.effect !== 'read';
		if (session.token !== token) return !isVague;
		if (isNew) session.keep();
		if (session.isKept()) return false;
		if (isVague && !this.hasLoggedIn) session.discard();
		return !isVague;
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
