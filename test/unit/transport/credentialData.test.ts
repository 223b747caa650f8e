import {
	secretsOf,
	sessionFor,
	storedToken,
	tokenText,
} from '../../../nodes/WorkspaceTaskService/transport/credentialData';

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
	expect(tokenText(pasted)).toBe(token);
});

describe('an account whose characters no header can have', () => {
	const one = { baseUrl: 'https://tasks.example', email: 'анна@example.com', password: 'пароль' };

	it('has a password that is masked', () => {
		expect(secretsOf(one)).toContain('пароль');
	});

	it('does not use the session of another one', () => {
		const session = { ...one, sessionToken: 't0ken', sessionFor: sessionFor(one) };
		expect(storedToken(session)).toBe('t0ken');
		expect(storedToken({ ...session, email: 'иван@example.com' })).toBe('');
	});
});
