import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;
const PASSWORD_BYTES = 12;

/** By default, they change with each start. */
export interface AccountSecrets {
	password: string;
	/** As generated under Developer Tools → API Tokens. */
	token: string;
}

export type Account = ReturnType<typeof createAccount>;
export type Session = NonNullable<ReturnType<Account['logIn']>>;

export const newSecrets = (): AccountSecrets => ({
	password: randomBytes(PASSWORD_BYTES).toString('base64url'),
	token: newToken(),
});

/** The only account of the sandbox. */
export function createAccount({ password, token } = newSecrets()) {
	const email = 'ada@example.com';
	const loginTokens = new Set<string>();

	return {
		email,
		password,
		token,
		/**
		 * Undefined if the credentials are wrong. API: `token` and `user`; the fields of `user` are
		 * assumed.
		 */
		logIn(credentials: { email: string; password: string }) {
			if (credentials.email !== email || credentials.password !== password) return undefined;
			const loginToken = newToken();
			loginTokens.add(loginToken);
			return { token: loginToken, user: { id: 1, name: 'Ada', email } };
		},
		accepts: (candidate: string) => candidate === token || loginTokens.has(candidate),
		/** Invalidates the tokens of logins. */
		reset: () => loginTokens.clear(),
	};
}

const newToken = (): string => `wts_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
