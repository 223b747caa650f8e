import { createHash } from 'node:crypto';
import {
	renderNotice,
	PAGE_HEADERS,
	renderQuestionForm,
} from '../../../nodes/WorkspaceTaskService/approval/page';

const question = {
	title: 'Offer',
	message: 'Send it?',
	approveLabel: 'Send',
	declineLabel: 'Keep',
	asksForName: true,
	asksForComment: true,
	id: '1',
	asker: 'Offers',
};
/** With the same words in all its texts; the title is also the heading. */
const questionOf = (text: string) => {
	const texts = { title: text, message: text, description: text, asker: text };
	return { ...question, ...texts, approveLabel: text, declineLabel: text };
};
const only = { declineLabel: undefined, asksForName: false, asksForComment: false };

describe('the page of a question', () => {
	it('has a form that posts to its own URL, with a button for each answer', () => {
		const page = renderQuestionForm(question);
		expect(page).toContain('<form method="post">');
		expect(page).toContain('<button name="decision" value="approve">Send</button>');
		expect(page).toContain('<button name="decision" value="decline">Keep</button>');
		expect(page).toContain('<textarea id="comment" name="comment"');
		expect(page.match(/maxlength="2000"/g)).toHaveLength(2);
		expect(renderQuestionForm({ ...question, ...only })).not.toMatch(/decline|<input|<textarea/);
	});

	it.each([
		['', '', 'Asked by the n8n workflow “Offers”. Send it? Send'],
		[
			'Seats',
			' until 7',
			'Asked by the n8n workflow “Offers”. Answer until 7. Send it? Seats Send',
		],
	])('says who asks and what, and nothing else: %s', (description, until, words) => {
		const [, body = ''] = renderQuestionForm({ ...question, ...only, description }, until).split(
			'</style>',
		);
		const text = body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
		expect(text.trim()).toBe(`Offer ${words} The first answer counts and is final.`);
	});

	it('is not decided by the Enter key, which presses the first button of a form', () => {
		const [first] = renderQuestionForm(question).match(/<button[^>]*>/) ?? [];
		expect(first).toBe('<button disabled hidden>');
	});

	it('has a button for each choice instead of the usual two', () => {
		const page = renderQuestionForm({ ...question, choices: ['Today', 'Not "now"'] });
		expect(page).toContain(
			'<button name="choice" value="0">Today</button><button name="choice" value="1">Not &#34;now&#34;</button>',
		);
		expect(page).not.toContain('name="decision"');
	});

	it('has a text to edit, whose first line break a browser would leave out', () => {
		const page = renderQuestionForm({ ...question, editableText: '\nDear <Ada>\u202e' });
		expect(page).toMatch(
			/<textarea id="text" [^>]*maxlength="10000">\n\nDear &#60;Ada&#62;<\/textarea>/,
		);
		expect(renderQuestionForm(question)).not.toContain('id="text"');
	});

	it('requires a name if asked to', () => {
		const [, pattern = ''] = / required pattern="(.*?)"/.exec(renderQuestionForm(question)) ?? [];
		const isTyped = (name: string) => new RegExp(`^(?:${pattern})$`, 'v').test(name);
		expect([' ', 'Ada', ' Ada L. '].map(isTyped)).toEqual([false, true, true]);
	});

	it.each(['\u202e', '\u2066', '\u200b', '\u2060', '\ufeff', '\u{e0041}\u{e0042}'])(
		'has no character that reverses or hides text: %j',
		(hidden) => {
			const text = `Pay ${hidden}0001`;
			const page = renderQuestionForm(questionOf(text)) + renderNotice(text, text);
			expect(page.split('Pay 0001')).toHaveLength(11);
			expect(page).not.toContain(hidden);
		},
	);

	it.each([
		['Persian', 'می\u200cخواهم'],
		['a profession', '👩\u200d💻'],
		['a Sinhala conjunct', 'ශ්\u200dරී ලංකා'],
		['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
		['Arabic signs', '\u0600١٢٣ \u06dd'],
	])('keeps %s as it is written', (_, text) => {
		expect(renderQuestionForm({ ...question, message: text })).toContain(`<p>${text}</p>`);
	});

	it('escapes every text', () => {
		const text = `<script>alert("1")</script> & '`;
		const shown = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;';
		const page = renderQuestionForm(questionOf(text), text);
		expect(page).not.toContain('<script');
		expect(page.split(shown)).toHaveLength(9);
		expect(renderNotice(text, text).split(shown)).toHaveLength(4);
	});

	it('has no scripts, no external resources and only the style that its policy allows', () => {
		const page = renderQuestionForm(question);
		expect(page).not.toMatch(/<script|https?:|\bon\w+=|style="/);
		const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		const policy = PAGE_HEADERS['Content-Security-Policy'];
		expect(policy).toContain(`style-src 'sha256-${hash}'`);
		expect(policy).toMatch(/^default-src 'none';.*form-action 'self';.*frame-ancestors 'none'$/);
		expect(PAGE_HEADERS['Cache-Control']).toBe('no-store');
	});
});
