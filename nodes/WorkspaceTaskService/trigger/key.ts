import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import { field, isFilledText } from '../api/json';

const KEY_BYTES = 24;
const KEY_PARAMETER = 'key';

/**
 * The API document shows no signature on deliveries. Instead, the registered URL has a key: a
 * sender without it cannot start the workflow.
 */
export function newKey(): string {
	return randomBytes(KEY_BYTES).toString('base64url');
}

/** In hexadecimal digits. Of a key, only this hash is stored. */
export function sha256(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

export function keyedUrl(url: string, key: string): string {
	const keyed = new URL(url);
	keyed.searchParams.set(KEY_PARAMETER, key);
	return keyed.href;
}

/** The key of a delivery. n8n parses `?key[a]=1` as an object and repeated keys as an array. */
export function keyIn(query: object): string | undefined {
	const key = field(query, KEY_PARAMETER);
	return isFilledText(key) ? key : undefined;
}

/**
 * The status for a delivery with this key, compared in constant time. 410 asks the service to stop
 * permanently.
 * @param current and `retired` are hashes
 */
export function statusForKey(
	key: string | undefined,
	{ current, retired }: { current: Array<string | undefined>; retired: string[] },
): 200 | 401 | 410 {
	if (key === undefined) return 401;
	const sent = Buffer.from(sha256(key));
	const isOneOf = (hashes: Array<string | undefined>) =>
		hashes.some((hash) => hash !== undefined && timingSafeEqual(sent, Buffer.from(hash)));
	if (isOneOf(current)) return 200;
	return isOneOf(retired) ? 410 : 401;
}
