import { createHash } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { created } from '../api/answers';
import { webhookRequest } from '../api/schemas';
import { deadlineCause } from '../transport/causes';
import { authenticate } from '../transport/client';
import type { Account } from '../transport/credential';
import { openAccount } from '../transport/credential';
import { fullText } from '../transport/errors';
import type { ApiRequest, Outcome } from '../transport/outcome';
import { readResponse } from '../transport/response';
import { mayHaveTakenEffect } from '../transport/retry';
import { hashKey, keyedUrl, newKey } from './key';
import { whileRegistering } from './processMemory';
import type { Registration } from './registration';

/** n8n gives an activation up after 84 s, and spends 15 s of them on pauses between its tries. */
export const DEADLINES = { activationMs: 45_000, callMs: 20_000 };
/** A time-out of the exchange itself tells more. */
const GRACE_MS = 2_000;

/** The account that registers a webhook. */
export interface Registrar {
	/** What a stored registration must match. */
	identity: Pick<Registration, 'baseUrl' | 'credentialId' | 'login'>;
	/** Changes with anything in the credential. */
	fingerprint: string;
	account: Account;
}

/** `abandoned`: hashes of keys that the service may have accepted although it did not say so. */
export type RegistrationOutcome = { abandoned: string[] } & (
	| { isRegistered: true; keyHash: string }
	| { isRegistered: false; refusal: Error; isAmbiguous: boolean }
);

/** @throws NodeOperationError when no credential is selected or its base URL is unusable. */
export async function openRegistrar(context: IHookFunctions): Promise<Registrar> {
	const account = await openAccount(context).catch((error: unknown) => {
		throw withHint(error as Error);
	});
	const { baseUrl, credential } = account;
	const { apiToken, email, password } = credential.data;
	const isLogin = typeof email === 'string' && email !== '';
	return {
		identity: {
			baseUrl,
			credentialId: credential.id,
			login: isLogin ? digest(email.trim().toLowerCase()) : '',
		},
		fingerprint: digest(JSON.stringify([baseUrl, credential.id, apiToken, email, password])),
		account,
	};
}

/**
 * Registers a keyed URL (API: POST /api/v1/webhooks) in one call, or in two when the outcome of the
 * first is unknown. Each call has its own key, so that only one of two registrations is accepted.
 */
export async function registerWebhook(
	context: IHookFunctions,
	{ account }: Registrar,
	target: Pick<Registration, 'url' | 'events'>,
	{ activationMs, callMs } = DEADLINES,
): Promise<RegistrationOutcome> {
	const endsAt = Date.now() + activationMs;
	const first = await attempt(context, account, target, callMs);
	const timeLeftMs = Math.max(Math.min(callMs, endsAt - Date.now()), 0);
	const last = first.isUnknown ? await attempt(context, account, target, timeLeftMs) : first;
	const failed = [...new Set([first, last])].filter(({ refusal }) => refusal !== undefined);
	const abandoned = failed.filter(({ mayExist }) => mayExist).map(({ keyHash }) => keyHash);
	const { keyHash, refusal } = last;
	if (refusal === undefined) return { isRegistered: true, keyHash, abandoned };
	return { isRegistered: false, refusal, isAmbiguous: abandoned.length > 0, abandoned };
}

async function attempt(
	context: IHookFunctions,
	account: Account,
	{ url, events }: Pick<Registration, 'url' | 'events'>,
	timeoutMs: number,
) {
	const key = newKey();
	const keyHash = hashKey(key);
	const request: ApiRequest = {
		method: 'POST',
		path: '/api/v1/webhooks',
		effect: 'The webhook may have been registered',
		body: webhookRequest.parse({ url: keyedUrl(url, key), events }),
		secrets: [key],
	};
	const outcome = await whileRegistering(
		context,
		keyHash,
		async () => await sendWithin(timeoutMs, context, account, request),
	);
	return {
		keyHash,
		mayExist: mayHaveTakenEffect('POST', outcome),
		isUnknown: outcome.kind === 'indeterminate' && 'cause' in outcome,
		refusal: refusalIn(() => readResponse(context, account, request, outcome, created)),
	};
}

/** The time-out bounds one exchange; a refused token leads to several. */
async function sendWithin(
	timeoutMs: number,
	context: IHookFunctions,
	account: Account,
	request: ApiRequest,
): Promise<Outcome> {
	const over = new AbortController();
	const deadline = async (): Promise<Outcome> => {
		await sleep(timeoutMs + GRACE_MS, over.signal);
		return { kind: 'indeterminate', cause: deadlineCause(timeoutMs) };
	};
	try {
		const answer = authenticate(context, account, request, timeoutMs);
		return await Promise.race([answer, deadline()]);
	} finally {
		over.abort();
	}
}

function refusalIn(read: () => unknown): Error | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return withHint(error as Error);
	}
}

/** Publishing shows nothing but the message, so it also says what to do. */
function withHint(error: Error & { description?: unknown }): Error {
	const { message, description } = error;
	error.message = fullText({ message, hint: String(description ?? '') });
	return error;
}

function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
