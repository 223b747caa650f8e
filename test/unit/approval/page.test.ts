import { createHash } from 'node:crypto';
import {
	noticePage,
	PAGE_HEADERS,
	questionPage,
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

describe('the page of a question', () => {
	it('has a form that posts to its own URL, with a button for each answer', () => {
		const page = questionPage(question);
		expect(page).toContain('<form method="post">');
		expect(page).toContain('<button name="decision" value="approve">Send</button>');
		expect(page).toContain('<button name="decision" value="decline">Keep</button>');
		expect(page).toContain('<textarea id="comment" name="comment"');
	});

	it('offers a decline, a name and a comment only if asked to', () => {
		const only = { declineLabel: undefined, asksForName: false, asksForComment: false };
		expect(questionPage({ ...question, ...only })).not.toMatch(/decline|<input|<textarea/);
	});

	it('has no other words than these', () => {
		const only = { declineLabel: undefined, asksForName: false, asksForComment: false };
		const [, body = ''] = questionPage({ ...question, ...only }).split('</style>');
		const words = body
			.replace(/<[^>]*>/g, ' ')
			.replace(/\s+/g, ' ')
			.trim();
		expect(words).toBe(
			'Offer Asked by the n8n workflow “Offers”. Send it? Send The first answer counts and is final.',
		);
	});

	it('is not decided by the Enter key, which presses the first button of a form', () => {
		const [first] = questionPage(question).match(/<button[^>]*>/) ?? [];
		expect(first).toBe('<button disabled hidden>');
	});

	it('limits what is typed', () => {
		expect(questionPage(question).match(/maxlength="2000"/g)).toHaveLength(2);
	});

	it('requires a name if asked to', () => {
		const [, pattern = ''] = / required pattern="(.*?)"/.exec(questionPage(question)) ?? [];
		const isTyped = (name: string) => new RegExp(`^(?:${pattern})$`, 'v').test(name);
		expect([' ', 'Ada', ' Ada L. '].map(isTyped)).toEqual([false, true, true]);
	});

	it('says who asks, what and until when', () => {
		const until = '31 January 2030, 18:00 (UTC)';
		const page = questionPage({ ...question, description: 'For 12 seats', until });
		expect(page).toContain(`Asked by the n8n workflow “Offers”. Answer until ${until}.`);
		expect(page).toContain('<p>For 12 seats</p>');
		expect(questionPage(question)).not.toContain('Answer until');
	});

	it('escapes every text', () => {
		const text = `<script>alert("1")</script> & '`;
		const shown = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;';
		const page = questionPage({
			...question,
			title: text,
			message: text,
			description: text,
			approveLabel: text,
			declineLabel: text,
			asker: text,
			until: text,
		});
		expect(page).not.toContain('<script');
		// The title is also the heading.
		expect(page.split(shown)).toHaveLength(9);
		expect(noticePage(text, text).split(shown)).toHaveLength(4);
	});

	it('has no scripts, no external resources and only the style that its policy allows', () => {
		const page = questionPage(question);
		expect(page).not.toMatch(/<script|https?:|\bon\w+=|style="/);
		const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		const policy = PAGE_HEADERS['Content-Security-Policy'];
		expect(policy).toContain(`style-src 'sha256-${hash}'`);
		expect(policy).toMatch(/^default-src 'none';.*form-action 'self';.*frame-ancestors 'none'$/);
		expect(PAGE_HEADERS['Cache-Control']).toBe('no-store');
	});
});
