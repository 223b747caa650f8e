import { isLoopback, normalizeBaseUrl } from '../../../nodes/WorkspaceTaskService/api/baseUrl';

describe('normalizeBaseUrl', () => {
	it.each([
		['a plain address', 'https://tasks.example.com'],
		['spaces around it', '  https://tasks.example.com \n'],
		['a trailing slash', 'https://tasks.example.com/'],
		['several trailing slashes', 'https://tasks.example.com///'],
		['a pasted /api/v1', 'https://tasks.example.com/api/v1'],
		['a pasted /api/v1/', 'https://tasks.example.com/api/v1/'],
		['no scheme', 'tasks.example.com'],
		['a query and a fragment', 'https://tasks.example.com/?a=1#top'],
		['capitals in scheme and host', 'HTTPS://Tasks.Example.COM'],
	])('accepts %s', (_, typed) => {
		expect(normalizeBaseUrl(typed)).toBe('https://tasks.example.com');
	});

	it('takes http for an address on this machine without a scheme', () => {
		expect(normalizeBaseUrl('127.0.0.1:4380')).toBe('http://127.0.0.1:4380');
		expect(normalizeBaseUrl('localhost:4380/api/v1')).toBe('http://localhost:4380');
	});

	it('keeps a port, plain http and a path of its own', () => {
		expect(normalizeBaseUrl('http://127.0.0.1:4380/tasks/api/v1')).toBe(
			'http://127.0.0.1:4380/tasks',
		);
	});

	it.each([
		['nothing', '   ', 'The base URL is empty'],
		['no text at all', undefined, 'The base URL is empty'],
		['another scheme', 'ftp://tasks.example.com', 'begins with https://'],
		['a broken address', 'https://', 'begins with https://'],
		['a user in the address', 'https://me:pw@tasks.example.com', 'user name or password'],
	])('refuses %s', (_, typed, sentence) => {
		expect(() => normalizeBaseUrl(typed)).toThrow(sentence);
	});

	it('does not repeat a password in its refusal', () => {
		expect(() => normalizeBaseUrl('https://me:s3cret@tasks.example.com')).toThrow(
			expect.not.objectContaining({ message: expect.stringContaining('s3cret') }),
		);
	});
});

describe('isLoopback', () => {
	it.each([
		['http://localhost:5678/webhook/1', true],
		['http://127.0.0.1:4380', true],
		['http://127.9.9.9', true],
		['http://[::1]:4380', true],
		['https://tasks.example.com', false],
		['http://localhost.example.com', false],
		['http://127.0.0.1.example.com', false],
		['no address', false],
	])('says of %s: %s', (address, verdict) => {
		expect(isLoopback(address)).toBe(verdict);
	});
});
