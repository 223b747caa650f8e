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

/** Whether a key has one of these hashes. Compared in constant time. */
export function isKeyOf(key: string, hashes: Array<string | undefined>): boolean {
	const sent = Buffer.from(sha256(key));
	return hashes.some((hash) => hash !== undefined && timingSafeEqual(sent, Buffer.from(hash)));
}
