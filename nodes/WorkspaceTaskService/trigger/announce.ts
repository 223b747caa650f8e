import type { IHookFunctions } from 'n8n-workflow';

import { created } from '../api/answers';
import { webhookRequest } from '../api/schemas';
import { authenticate } from '../transport/client';
import type { Account } from '../transport/credential';
import type { ApiRequest } from '../transport/outcome';
import { readResponse } from '../transport/response';
import { mayHaveTakenEffect } from '../transport/retry';
import { hashKey, keyedUrl, newKey } from './key';
import { whileAnnounced } from './processMemory';
import type { Registration } from './registration';

/** What became of one attempt to register. */
export interface Announcement {
	keyHash: string;
	/** No answer came, and the service may have registered the key all the same. */
	isAmbiguous: boolean;
	/** False when the service said no, or was never reached. */
	mayExist: boolean;
	/** Absent when the service said yes. */
	refusal?: Error;
}

/**
 * Tells the service a keyed URL (API: POST /api/v1/webhooks). Each time with a key of its own, so
 * that of several registrations only one is ever heard.
 */
export async function announce(
	context: IHookFunctions,
	account: Account,
	{ url, events }: Pick<Registration, 'url' | 'events'>,
): Promise<Announcement> {
	const key = newKey();
	const request: ApiRequest = {
		method: 'POST',
		path: '/api/v1/webhooks',
		effect: 'The webhook may have been registered',
		body: webhookRequest.parse({ url: keyedUrl(url, key), events }),
		secrets: [key],
	};
	const keyHash = hashKey(key);
	const outcome = await whileAnnounced(
		context,
		keyHash,
		async () => await authenticate(context, account, request),
	);
	const mayExist = mayHaveTakenEffect('POST', outcome);
	return {
		keyHash,
		isAmbiguous: outcome.kind === 'indeterminate' && outcome.cause.type !== 'reply',
		mayExist,
		refusal: refusalIn(() => readResponse(context, account, request, outcome, created)),
	};
}

function refusalIn(verdict: () => unknown): Error | undefined {
	try {
		verdict();
		return undefined;
	} catch (error) {
		return error as Error;
	}
}
