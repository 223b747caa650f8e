import { randomBytes } from 'node:crypto';
import type { Session } from './records';

const TOKEN_BYTES = 24;
const PASSWORD_BYTES = 12;

/** By default, they change with each start. */
export interface AccountSecrets {
	password: string;
	/** The API token. */
	token: string;
}

/** The only account of the sandbox. */
export interface Account {
	email: string;
	password: string;
	/** As generated under Developer Tools → API Tokens. */
	token: string;
	/** Undefined if the credentials are wrong. */
	logIn(credentials: { email: string; password: string }): Session | undefined;
	accepts(token: string): boolean;
	/** Invalidates the tokens of logins. */
	reset(): void;
}

export const newSecrets = (): AccountSecrets => ({
	password: randomBytes(PASSWORD_BYTES).toString('base64url'),
	token: newToken(),
});

export function createAccount({ password, token } = newSecrets()): Account {
	const email = 'ada@example.com';
	const loginTokens = new Set<string>();

	return {
		email,
		password,
		token,
		logIn(credentials) {
			if (credentials.email !== email || credentials.password !== password) return undefined;
			const loginToken = newToken();
			loginTokens.add(loginToken);
			return { token: loginToken, user: { id: 1, name: 'Ada', email } };
		},
		accepts: (candidate) => candidate === token || loginTokens.has(candidate),
		reset: () => loginTokens.clear(),
	};
}

const newToken = (): string => `wts_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
