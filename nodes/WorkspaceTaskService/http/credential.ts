import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
} from 'n8n-workflow';

/* The fields of a credential, of either kind. */

export type CredentialData = ICredentialDataDecryptedObject;

export type Credential = ICredentialsDecrypted & { data: CredentialData };

/** In no header; not a quote, nor what nobody sees: `cleanToken` leaves these out. */
const IN_NO_TOKEN = /[^\s\p{Cc}\p{Cf}\p{Quotation_Mark}\u0020-\u00ff]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const HTTP_URL = /^https?:\/\//i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;

/** Empty for an API token. */
export function readEmail(data: CredentialData): string {
	return trimValue(data.email).toLowerCase();
}

/** The same for two credentials of the same account: a new password opens the same account. */
export function identifyAccount(data: CredentialData): string {
	return JSON.stringify([trimValue(data.baseUrl), cleanToken(data.apiToken), readEmail(data)]);
}

/** It stays in the memory of this process. */
export function hashSecrets(data: CredentialData): string {
	const secret = JSON.stringify([data.baseUrl, data.apiToken, data.email, data.password]);
	return createHash('sha256').update(secret).digest('base64');
}

/** What must never appear in a message, even if the service repeats it. */
export function listSecrets(data: CredentialData): string[] {
	return [cleanToken(data.apiToken), trimValue(data.password), cleanToken(data.sessionToken)];
}

/** Empty if n8n has stored none for this account: email and Base URL can be edited after a login. */
export function readStoredToken(data: CredentialData): string {
	return data.sessionFor === identifySession(data) ? cleanToken(data.sessionToken) : '';
}

export function identifySession(data: CredentialData): string {
	return `${trimValue(data.email)} ${trimValue(data.baseUrl)}`;
}

/**
 * The API token of a credential, as it is sent.
 * @throws Error with a sentence for the user: it is empty, masked, a URL or an email address
 */
export function requireApiToken(data: CredentialData): string {
	const masked = IN_NO_TOKEN.exec(trimValue(data.apiToken))?.[0];
	if (masked !== undefined) throw makeMaskedTokenError(masked);
	const token = cleanToken(data.apiToken);
	if (token === '') throw new Error('The API token is empty.');
	if (!LETTER_OR_DIGIT.test(token)) throw makeMaskedTokenError(token.slice(0, 1));
	if (HTTP_URL.test(token)) {
		throw new Error(
			'The API token is a URL. Enter the URL of the service as "Base URL", and the token as "API Token".',
		);
	}
	if (EMAIL.test(token)) {
		throw new Error(
			'The API token is an email address. An email and a password belong in a credential of the kind "Workspace Task Service Login API".',
		);
	}
	return token;
}

/** Copied from a page that shows dots in place of the token. */
function makeMaskedTokenError(character: string): Error {
	return new Error(
		`The API token has characters that no token has: “${character}”. Copy it where the service shows it in full, or create a new token.`,
	);
}

const NOT_IN_A_HEADER = /[^\x20-\x7e\x80-\xff]/g;
/** As above, but white space stays: a line break may be all that is between `Bearer` and the token. */
const NOT_IN_A_TEXT = /[^\s\x20-\x7e\x80-\xff]/g;

/** A token as it is sent; people paste it with quotes, `Bearer`, or what no header can have. */
export function cleanToken(value: unknown): string {
	const pasted = removeQuotes(trimValue(value).replace(NOT_IN_A_TEXT, ''));
	const token = pasted.replace(/^Bearer(\s+|$)/i, '');
	return removeQuotes(token.replace(NOT_IN_A_HEADER, ''));
}

/**
 * Adds the token to a request (API: `Authorization: Bearer <API_TOKEN>`). A function and not an
 * expression, because n8n evaluates an expression for every single request. An empty token is not sent.
 */
export function addBearerTokenUnlessEmpty(
	request: IHttpRequestOptions,
	token: unknown,
): IHttpRequestOptions {
	const sent = cleanToken(token);
	if (sent === '') return request;
	return { ...request, headers: { ...request.headers, Authorization: `Bearer ${sent}` } };
}

function removeQuotes(text: string): string {
	return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}

function trimValue(value: unknown): string {
	return String(value ?? '').trim();
}
