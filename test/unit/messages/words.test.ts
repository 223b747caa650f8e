import { isWebPage } from '../../../nodes/WorkspaceTaskService/reading/success';
import {
	cleanText,
	findErrorMessage,
	findLoginMessage,
} from '../../../nodes/WorkspaceTaskService/messages/words';
import { isReadInLinearTime } from '../../support/growth';

describe('findErrorMessage', () => {
	it.each([
		['JSON', '{"error":"invalid","error_description":"Has expired"}', 'Has expired'],
		['a heading, a custom element and a comment', 'a<h2>b</h2><x-y z>c<!--d-->e', 'a b c e'],
		['text that begins with a bracket', '<5> is no priority', '<5> is no priority'],
		['names in brackets', 'Plan <draft>, <Archive>', 'Plan <draft>, <Archive>'],
		['a page without a title', '<!doctype html><p>oops</p>', 'oops'],
		['a page of scripts', '<script>location = "/login"</script><style>a{}</style>', ''],
		['JSON without words', '{ "message": "", "errors": [null, {}] }', ''],
		['JSON with a number alone', '{"message":"","code":7}', '{"message":"","code":7}'],
		['text before a page', 'Warning <title>No board</title>', 'No board'],
		['a title with a class', '<title class="a">Down</title>later', 'Down'],
		['a script with a type', '<script type="a">x</script >Down', 'Down'],
		['a page of XML', '<?xml version="1.0"?><x>Down', '<x>Down'],
		['JSON that is long', `{"message":"No","more":"${'x'.repeat(499_000)}"}`, 'No'],
		['a script with a comparison', '<script>a < b</script>Down', 'a < b Down'],
	])('finds the reason in %s', (_, body, words) => expect(findErrorMessage(body, [])).toBe(words));

	it('returns one bounded line without markup and control characters', () => {
		expect(cleanText('a <b>bold</b>\r\nmove\u0000\u001b[31m', [])).toBe('a bold move [31m');
		const words = findErrorMessage('x'.repeat(5_000), []);
		expect(words).toHaveLength(300);
		expect(words.endsWith('…')).toBe(true);
		expect(cleanText('x'.repeat(300), [])).toBe('x'.repeat(300));
	});
});

describe('the message of a response to a login', () => {
	it.each<[string, string, string]>([
		['a sentence', '{"message":"Wrong e-mail or password"}', 'Wrong e-mail or password'],
		['the description of OAuth', '{"error_description":"Is not known"}', 'Is not known'],
		['a short name', '{"code":1,"msg":"Not known here"}', 'Not known here'],
		['the detail of Django', '{"detail":"No active account"}', 'No active account'],
		['errors of no field', '{"non_field_errors":["Unable to log in"]}', 'Unable to log in'],
		['the title of a page', '<html><title>Sign in</title>', 'Sign in'],
		['a token in a known field', '{"message":" abc "}', ''],
		['a token among errors', '{"errors":{"token":["abc"]}}', ''],
		['a name in a list', '{"users":["Ann Smith"]}', ''],
		['a token that names a field', '{"errors":[{"field":"abc","message":"is wrong"}]}', 'is wrong'],
		['other data', '{"data":{"message":"Hello Ann"}}', ''],
		['a JSON text', '"abc def"', ''],
		[
			'errors by field, as Laravel sends them',
			'{"message":"The given data was invalid.","errors":{"email":["The provided credentials are incorrect."]}}',
			'The given data was invalid. The provided credentials are incorrect.',
		],
		[
			'a list of sentences, as Nest sends it',
			'{"statusCode":400,"message":["email must be an email"],"error":"Bad Request"}',
			'Bad Request; email must be an email',
		],
		['a list by field, as Django sends it', '{"password":["Is too short."]}', 'Is too short.'],
		[
			'a user name that is repeated',
			'{"username":"Ann Smith","message":"Is wrong here"}',
			'Is wrong here',
		],
		['the word of the status', '{"message":"Unauthorized","statusCode":401}', 'Unauthorized'],
		[
			'a word of OAuth as a constant',
			'{"error":{"message":"INVALID_PASSWORD"}}',
			'INVALID_PASSWORD',
		],
		['a word of Laravel', '{"message":"Unauthenticated."}', 'Unauthenticated.'],
		['a word without JSON, as Passport sends it', 'Unauthorized', 'Unauthorized'],
		['a word with more', '{"message":"Unauthorized:abc"}', ''],
	])('contains only sentences in known fields: %s', (_, body, words) => {
		expect(findLoginMessage(body, [''])).toBe(words);
	});

	it.each(['a&b1', ' two  blanks ', '1234', '%41%42'])('masks the password %j', (password) => {
		const message = `Wrong password "${password}" for the user`;
		const html = message.replaceAll('&', '&amp;');
		for (const body of [JSON.stringify({ message }), `<html><title>${html}</title>`]) {
			const words = findLoginMessage(body, [password]);
			expect(words.replace(/" ?(\*\*\*) ?"/, '"$1"')).toBe('Wrong password "***" for the user');
		}
	});

	it('never contains part of a password at the cut of a long message', () => {
		const message = `${'x '.repeat(147)}sunshine is wrong`;
		expect(findLoginMessage(JSON.stringify({ message }), ['sunshine'])).not.toContain('su');
	});
});

/** Texts that once froze n8n, and similar ones. */
const HOSTILE: Array<[string, (size: number) => string]> = [
	['openings of tags', (size) => '<a'.repeat(size / 2)],
	['comments', (size) => '<!--'.repeat(size / 4)],
	[
		'a list of errors',
		(size) => JSON.stringify({ errors: Array(Math.floor(size / 8)).fill('x: x') }),
	],
	['nested lists', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
	['nested errors', (size) => '{"error":'.repeat(size / 10) + '1' + '}'.repeat(size / 10)],
	['white space', (size) => ' \n\t'.repeat(size / 3)],
];

describe('text that once froze n8n', () => {
	it.each(HOSTILE)('is read in linear time: %s', (_, make) => {
		expect(isReadInLinearTime(make, (text) => findErrorMessage(text, ['s3cret']))).toBe(true);
		expect(isReadInLinearTime(make, (text) => isWebPage({ text, headers: {} }))).toBe(true);
		expect(isReadInLinearTime(make, (text) => cleanText(text, ['s3cret']))).toBe(true);
	});
});
