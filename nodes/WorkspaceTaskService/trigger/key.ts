import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import type { SubscriptionRecord } from './registration';

const KEY_BYTES = 24;
const KEY_PARAMETER = 'key';

/**
 * The API document shows no signature on deliveries. A key in the registered URL stands in for it:
 * a sender without it cannot start the workflow.
 */
export function newKey(): string {
	return randomBytes(KEY_BYTES).toString('base64url');
}

/** What is stored in place of the key. */
export function hashKey(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}

export function keyedUrl(url: string, key: string): string {
	const keyed = new URL(url);
	keyed.searchParams.set(KEY_PARAMETER, key);
	return keyed.href;
}

/** The key of a delivery. n8n parses `?key[a]=1` to an object and repeated keys to an array. */
export function keyIn(query: object): string | undefined {
	const key: unknown = Reflect.get(query, KEY_PARAMETER);
	return typeof key === 'string' && key !== '' ? key : undefined;
}

/** Compares in constant time. */
export function isKeyOf(hash: string, key: string): boolean {
	return timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(hash));
}

/**
 * The status for a delivery with this key. 410 tells a service to stop permanently.
 * @param registering hash of the key that is being registered at this moment
 */
export function authenticate(
	key: string | undefined,
	{ current, retired }: SubscriptionRecord,
	registering?: string,
): 200 | 401 | 410 {
	if (key === undefined) return 401;
	const live = [current?.keyHash, registering].filter((hash) => hash !== undefined);
	if (live.some((hash) => isKeyOf(hash, key))) return 200;
	return retired.some((hash) => isKeyOf(hash, key)) ? 410 : 401;
}
