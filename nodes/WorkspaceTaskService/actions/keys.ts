import type { Fields } from '../api/json';
import { nodeKey } from '../nodeKind';
import { emailOf } from '../transport/login/credentialData';
import { ONCE_KEY, onceKeyRules, storedOnceKey } from './fields/onceKey';
import { checkEntered } from './fields/readFields';
import type { ItemKeys, Run } from './item';

/** @throws NodeOperationError if Create Once Per is set and has no key for the item */
export function keysOf(run: Run, entered: Fields, parameters: unknown): ItemKeys {
	const onceKey = readOnceKey(run, entered);
	const sharedKey = sharedKeyOf(run, parameters, onceKey);
	if (onceKey === undefined) return { sharedKey };
	const recordedKey = recordedKeyOf(run, onceKey);
	const turnKey = `${nodeKey(run.context)} ${recordedKey}`;
	return { onceKey, recordedKey, turnKey, sharedKey };
}

function readOnceKey({ context }: Run, entered: Fields): string | undefined {
	if (!(ONCE_KEY in entered)) return undefined;
	const rules = onceKeyRules(storedOnceKey(context));
	return checkEntered(context, rules, entered)[ONCE_KEY];
}

/** A once key belongs to the service, the credential, the email of a login, and the call. */
function recordedKeyOf({ client, operation }: Run, onceKey: string): string {
	const { baseUrl, credential } = client.account;
	const { method, path } = operation.call;
	const email = emailOf(credential.data);
	return JSON.stringify([baseUrl, credential.id, email, method, path, onceKey]);
}

function sharedKeyOf(
	{ operation }: Run,
	parameters: unknown,
	onceKey: string | undefined,
): string | undefined {
	const sharedKey = operation.sharedKey?.(parameters);
	// A name stands for the same board, whatever the once keys are.
	const isForBoard = operation.find !== undefined;
	if (sharedKey === undefined || isForBoard) return sharedKey;
	// Create Once Per allows a create for each key.
	return JSON.stringify([sharedKey, onceKey]);
}
