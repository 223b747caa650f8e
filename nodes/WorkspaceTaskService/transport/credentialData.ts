import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IHttpRequestOptions,
} from 'n8n-workflow';

/* The fields of a credential, of either kind. */

type Data = ICredentialDataDecryptedObject;

export type Credential = ICredentialsDecrypted & { data: Data };

/** In no header; not a quote, nor what nobody sees: `tokenText` leaves these out. */
const IN_NO_TOKEN = /[^\s\p{Cc}\p{Cf}\p{Quotation_Mark}\u0020-\u00ff]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const HTTP_URL = /^https?:\/\//i;
const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;

/** Empty for an API token. */
export function emailOf(data: Data): string {
	return textOf(data.email).toLowerCase();
}

/** The same for two credentials of the same account: a new password opens the same account. */
export function identityOf(data: Data): string {
	return JSON.stringify([textOf(data.baseUrl), tokenText(data.apiToken), emailOf(data)]);
}

/** It stays in the memory of this process. */
export function secretHash(data: Data): string {
	const secret = JSON.stringify([data.baseUrl, data.apiToken, data.email, data.password]);
	return createHash('sha256').update(secret).digest('base64');
}

/** What must never appear in a message, even if the service repeats it. */
export function secretsOf(data: Data): string[] {
	return [tokenText(data.apiToken), textOf(data.password), tokenText(data.sessionToken)];
}

/** The address and URL can be edited after a login. */
export function hasSession(data: Data): boolean {
	return tokenText(data.sessionToken) !== '' && data.sessionFor === sessionFor(data);
}

export function sessionFor(data: Data): string {
	return `${textOf(data.email)} ${textOf(data.baseUrl)}`;
}

/**
 * The API token of a credential, as it is sent.
 * @throws Error with a sentence for the user
 */
export function apiTokenOf(data: Data): string {
	const masked = IN_NO_TOKEN.exec(textOf(data.apiToken))?.[0];
	if (masked !== undefined) throw maskedToken(masked);
	const token = tokenText(data.apiToken);
	if (token === '') throw new Error('The API token is empty.');
	if (!LETTER_OR_DIGIT.test(token)) throw maskedToken(token.slice(0, 1));
	if (HTTP_URL.test(token)) {
		throw new Error(
			'The API token is a URL. Enter the URL of the service as "Base URL", and the token as "API Token".',
		);
	}
	if (EMAIL.test(token)) {
		throw new Error(
			'The API token is an email address. An email and a password belong into a credential of the kind "Workspace Task Service Login API".',
		);
	}
	return token;
}

/** Copied from a page that shows dots in place of the token. */
function maskedToken(character: string): Error {
	return new Error(
		`The API token has characters that no token has: “${character}”. Copy it where the service shows it in full, or create a new token.`,
	);
}

/** A token as it is sent; people paste it with quotes, `Bearer`, or what no header can have. */
export function tokenText(value: unknown): string {
	const spaced = textOf(value).replace(/[^\s -~\u0080-\u00ff]/g, '');
	const token = withoutQuotes(spaced).replace(/^Bearer(\s+|$)/i, '');
	return withoutQuotes(token.replace(/[^ -~\u0080-\u00ff]/g, ''));
}

/**
 * Adds the token to a request (API: `Authorization: Bearer <API_TOKEN>`). A function and not an
 * expression, because n8n evaluates an expression for every single request. An empty token is not sent.
 */
export function authorize(request: IHttpRequestOptions, token: unknown): IHttpRequestOptions {
	const sent = tokenText(token);
	if (sent === '') return request;
	return { ...request, headers: { ...request.headers, Authorization: `Bearer ${sent}` } };
}

function withoutQuotes(text: string): string {
	return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}

function textOf(value: unknown): string {
	return String(value ?? '').trim();
}
