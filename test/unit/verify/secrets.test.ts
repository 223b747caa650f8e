import { secretFindings } from '../../../verify/secrets';

const letters = (count: number) => 'aB3'.repeat(count).slice(0, count);

describe('the search for secrets and machines', () => {
	it.each([
		['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
		['a token of npm', `//registry/:_authToken=${letters(20)}`],
		['a token of npm', `npm_${letters(36)}`],
		['a token of GitHub', `ghp_${letters(36)}`],
		['a key of AWS', `AKIA${'A2'.repeat(8)}`],
		['a JSON web token', `eyJ${letters(12)}.eyJ${letters(12)}.x`],
		['a bearer token', `'Bearer ${letters(24)}'`],
		['a path of a machine', 'require("/home/ann/project/x.js")'],
		['a path of a machine', 'C:\\Users\\ann\\x.js'],
		['a private address', 'http://192.168.1.7:5678/'],
		['the folder in which it was built', 'require("/srv/build/dist/a.js")'],
		['a source map', '//# sourceMappingURL=run.js.map'],
	])('finds %s in %s', (name, text) => {
		expect(secretFindings({ 'dist/a.js': `x;\n${text}\n` }, '/srv/build')).toEqual([
			`dist/a.js contains ${name}`,
		]);
	});

	it.each([
		'`Bearer ${token}`',
		'see https://example.com/home/ann and ~/.n8n/nodes',
		'http://127.0.0.1:5678 on this machine',
		'docs/users/guide',
	])('lets %s pass', (text) => {
		expect(secretFindings({ 'README.md': text }, '/srv/build')).toEqual([]);
	});
});
