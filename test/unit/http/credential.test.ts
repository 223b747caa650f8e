import {
	requireApiToken,
	listSecrets,
	identifySession,
	readStoredToken,
	cleanToken,
} from '../../../nodes/WorkspaceTaskService/http/credential';

it.each([
	[' t0ken\n', 't0ken'],
	['"t0ken"', 't0ken'],
	["'Bearer  t0ken'", 't0ken'],
	['bearer "t0ken"', 't0ken'],
	['Bearert0ken', 'Bearert0ken'],
	['Bearer\tt0ken', 't0ken'],
	['“Bearer t0ken”', 't0ken'],
	['\0"Bearer t0ken"', 't0ken'],
	['\u200bBearer\nt0ken', 't0ken'],
	['a "Bearer t0ken"', 'a "Bearer t0ken"'],
	['"t0"ken', '"t0"ken'],
	['t\u200b0\u2028ken', 't0ken'],
	[undefined, ''],
])('of a pasted token, %j, %j is sent', (pasted, token) => {
	expect(cleanToken(pasted)).toBe(token);
});

describe('an API token', () => {
	const MASKED =
		/^The API token has characters that no token has: “(.+)”\. Copy it where the service/u;
	it.each([
		['••••••••••••', '•'],
		['wts_••••••••1234', '•'],
		['************', '*'],
		['wts_1234…', '…'],
	])('that a page masks, %s, is refused', (apiToken, character) => {
		expect(() => requireApiToken({ apiToken })).toThrow(MASKED);
		expect(() => requireApiToken({ apiToken })).toThrow(`“${character}”`);
	});

	it.each(['', '""', 'Bearer ', '\u200b'])('can be empty: %j', (apiToken) => {
		expect(() => requireApiToken({ apiToken })).toThrow('The API token is empty.');
	});

	it.each(['https://tasks.example.com', ' HTTP://10.0.0.1:80 ', '"https://a.io/api/v1"'])(
		'that is a URL is refused, without a look at the Base URL: %s',
		(apiToken) => {
			expect(() => requireApiToken({ apiToken })).toThrow(
				'The API token is a URL. Enter the URL of the service as "Base URL", and the token as "API Token".',
			);
		},
	);

	it.each(['t0ken', 'https_token', 'ä-token', 'a b', '***a'])('may be %s', (apiToken) => {
		expect(requireApiToken({ apiToken })).toBe(apiToken);
	});
});

describe('an account whose characters no header can have', () => {
	const one = { baseUrl: 'https://tasks.example', email: 'анна@example.com', password: 'пароль' };

	it('has a password that is masked', () => {
		expect(listSecrets(one)).toContain('пароль');
	});

	it('does not use the session of another one', () => {
		const session = { ...one, sessionToken: 't0ken', sessionFor: identifySession(one) };
		expect(readStoredToken(session)).toBe('t0ken');
		expect(readStoredToken({ ...session, email: 'иван@example.com' })).toBe('');
	});
});
