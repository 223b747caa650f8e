import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import { getMember, isFilledText } from '../reading/json';

const KEY_BYTES = 24;
const KEY_PARAMETER = 'key';

/**
 * The API document shows no signature on deliveries. Instead, the registered URL has a key: a
 * sender without it cannot start the workflow. Only the hash of the key is stored.
 */
export function generateKey(): string {
	return randomBytes(KEY_BYTES).toString('base64url');
}

/** In hexadecimal digits. */
export function hashSha256(content: string): string {
	return createHash('sha256').update(content).digest('hex');
}

export function addKey(url: string, key: string): string {
	const keyed = new URL(url);
	keyed.searchParams.set(KEY_PARAMETER, key);
	return keyed.href;
}

/**
 * The key of a delivery, if it has one of these hashes. Compared in constant time. n8n parses
 * `?key[a]=1` as an object and repeated keys as an array.
 */
export function readKeyIfHashMatches(
	query: object,
	hashes: Array<string | undefined>,
): string | undefined {
	const key = getMember(query, KEY_PARAMETER);
	if (!isFilledText(key)) return undefined;
	const sentHash = Buffer.from(hashSha256(key));
	for (const hash of hashes) {
		if (hash !== undefined && timingSafeEqual(sentHash, Buffer.from(hash))) return key;
	}
	return undefined;
}
