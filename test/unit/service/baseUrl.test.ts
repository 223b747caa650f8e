import {
	isLoopbackUrl,
	normalizeBaseUrl,
	removeQuery,
} from '../../../nodes/WorkspaceTaskService/service/baseUrl';

describe('normalizeBaseUrl', () => {
	it.each([
		['spaces around it', '  https://tasks.example.com \n', 'https://tasks.example.com'],
		['what nobody sees', '\u200bhttps://tasks.example.com/a\u2060', 'https://tasks.example.com/a'],
		['a pasted //API/V1', 'https://tasks.example.com//API/V1', 'https://tasks.example.com'],
		['a query and a fragment', 'https://tasks.example.com/?a=1@2#top', 'https://tasks.example.com'],
		['no scheme', 'tasks.example.com:8443/', 'https://tasks.example.com:8443'],
		['a path', 'http://a.example:81/tasks/api/v1', 'http://a.example:81/tasks'],
		['an @ in its path', 'https://a.example/@me', 'https://a.example/@me'],
		['a name of this network', 'http://tasks', 'http://tasks'],
		['this machine', 'localhost/tasks', 'https://localhost/tasks'],
		['non-ASCII letters', 'https://tâches.example', 'https://xn--tches-3qa.example'],
	])('accepts %s', (_, typed, normalized) => {
		expect(normalizeBaseUrl(typed)).toBe(normalized);
		expect(normalizeBaseUrl(normalized)).toBe(normalized);
	});

	it('accepts a letter such as é as often as it is asked', () => {
		// Node.js 20 does something else once it has optimized its check of a URL.
		for (let n = 0; n < 20_000; n += 1) normalizeBaseUrl('https://tasks.example.com');
		expect(normalizeBaseUrl('https://café.example')).toBe('https://xn--caf-dma.example');
	});

	const HTTPS = 'is not a URL such as https://tasks.example.com';
	const USER = 'must not contain a user name or password';
	it.each([
		['nothing', '   ', 'The base URL is empty'],
		['a number', 4380, 'The base URL is empty'],
		['a token', 's3cretwts_p2fy', 'If it is the token, enter it as "API Token".'],
		['a scheme without a colon', 'http//127.0.0.1:6110', `"http//127.0.0.1:6110" ${HTTPS}`],
		['two schemes', 'https://https://a.example', `"https://https://a.example" ${HTTPS}`],
		['an unresolved expression', '{{ $vars.url }}', HTTPS],
		['a password alone', 'https://:s3cret@tasks.example.com', USER],
		['another scheme', 'ftp://tasks.example.com', `"ftp://tasks.example.com" ${HTTPS}`],
		['a space and a password', 'https://me:s3cret@a b', `The base URL ${HTTPS}`],
		['a password without a scheme', 'me:s3cret@tasks.example.com', USER],
	])('rejects %s without repeating a password', (_, typed, sentence) => {
		const refusal = expect.stringContaining(sentence);
		expect(() => normalizeBaseUrl(typed)).toThrow(expect.objectContaining({ message: refusal }));
		expect(() => normalizeBaseUrl(typed)).not.toThrow(/s3cret/);
	});
});

describe('isLoopbackUrl', () => {
	it.each([
		['http://127.10.20.30', true],
		['http://0.0.0.0:5678', true],
		['http://[::]:5678', true],
		['http://10.0.0.0:5678', false],
		['http://localhost.example.com', false],
		['not a URL', false],
	])('of %s is %s', (url, verdict) => {
		expect(isLoopbackUrl(url)).toBe(verdict);
	});
});

it.each(['?key=s3cret\n#top', '#access_token=s3cret'])(
	'of a URL that ends with %j, only what is before that is shown',
	(end) => {
		expect(removeQuery(`https://tasks.example.com/7${end}`)).toBe('https://tasks.example.com/7');
	},
);
