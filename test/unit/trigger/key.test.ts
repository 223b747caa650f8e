import {
	admit,
	hashKey,
	isKeyOf,
	keyedUrl,
	keyIn,
	newKey,
} from '../../../nodes/WorkspaceTaskService/trigger/key';

describe('the key of a registration', () => {
	it('has at least 128 bits and is never the same', () => {
		const keys = Array.from({ length: 100 }, newKey);
		expect(new Set(keys).size).toBe(100);
		expect(Buffer.from(keys[0] ?? '', 'base64url').length).toBeGreaterThanOrEqual(16);
	});

	it('travels in the query of the address and comes back unchanged', () => {
		const key = newKey();
		const { searchParams } = new URL(keyedUrl('https://n8n.example.com/webhook/1?a=b', key));
		expect(keyIn(Object.fromEntries(searchParams))).toBe(key);
		expect(searchParams.get('a')).toBe('b');
	});

	it('is known by its hash alone', () => {
		const hash = hashKey('right');
		expect(hash).not.toContain('right');
		expect(isKeyOf(hash, 'right')).toBe(true);
		expect(isKeyOf(hash, 'wrong')).toBe(false);
	});

	it.each([
		['no key', {}],
		['an empty key', { key: '' }],
		['an object', { key: { a: '1' } }],
		['a list', { key: ['a', 'b'] }],
	])('is absent in a query with %s', (_, query) => {
		expect(keyIn(query)).toBeUndefined();
	});
});

describe('admit', () => {
	const current = {
		baseUrl: 'https://tasks.example.com',
		credentialId: '1',
		url: 'https://n8n.example.com/webhook/1',
		events: ['task.created'],
		label: '',
		keyHash: hashKey('live'),
		registeredAt: '2026-01-01T00:00:00.000Z',
		inactiveSince: null,
	};
	const record = { current, retired: [hashKey('old'), hashKey('older')] };

	it.each([
		['the live key', 'live', 200],
		['a retired key', 'old', 410],
		['an older retired key', 'older', 410],
		['a wrong key', 'guess', 401],
		['no key', undefined, 401],
	])('answers %s', (_, key, status) => {
		expect(admit(key, record)).toBe(status);
	});

	it('knows no key before the first registration', () => {
		expect(admit('live', { retired: [] })).toBe(401);
	});
});
