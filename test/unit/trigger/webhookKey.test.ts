import {
	addKey,
	readKeyIfHashMatches,
	generateKey,
	hashSha256,
} from '../../../nodes/WorkspaceTaskService/trigger/webhookKey';

describe('the key of a registration', () => {
	it('has at least 128 bits and is unique', () => {
		const keys = Array.from({ length: 100 }, generateKey);
		expect(new Set(keys).size).toBe(100);
		expect(Buffer.from(keys[0] ?? '', 'base64url').length).toBeGreaterThanOrEqual(16);
	});

	it('is added to the query of the URL and read back unchanged', () => {
		const key = generateKey();
		const { searchParams } = new URL(addKey('https://n8n.example.com/webhook/1?a=b', key));
		expect(readKeyIfHashMatches(Object.fromEntries(searchParams), [hashSha256(key)])).toBe(key);
		expect(searchParams.get('a')).toBe('b');
	});

	it('is checked against its hash', () => {
		const hashes = [undefined, hashSha256('right')];
		const read = ['right', 'wrong', ''].map((key) => readKeyIfHashMatches({ key }, hashes));
		expect(read).toEqual(['right', undefined, undefined]);
		expect(readKeyIfHashMatches({ key: 'right' }, [undefined])).toBeUndefined();
	});
});
