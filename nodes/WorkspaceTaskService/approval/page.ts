import { createHash } from 'crypto';

import { MAX_TEXT_CHARACTERS } from './approvalFields';
import type { Question } from './question';

/**
 * Characters that reverse or hide text: bidi controls, spaces without width, and tags, except in the flag of
 * a region, such as England. Joiners stay: without them, Persian is misspelled and emoji fall apart.
 */
const MISLEADING =
	/(?<flag>\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f})|[\p{Bidi_Control}\u200b\u2060\ufeff\u{e0001}\u{e0020}-\u{e007f}]/gu;

export const MAX_TYPED_CHARACTERS = 2_000;

const STYLE = `
:root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --text: #1d2330; --quiet: #5a6275;
	--line: #8a92a3; --main: #1f5fbf; --on-main: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #14171d; --card: #1f242d; --text: #e8ebf1;
	--quiet: #aab2c0; --line: #79818f; --main: #8ab4f8; --on-main: #10151d } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--text);
	font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: var(--card); border-radius: 8px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 20px; white-space: pre-wrap }
.quiet { color: var(--quiet); font-size: 14px }
main > :last-child { margin-bottom: 0 }
p:empty { display: none }
label { display: block; margin-bottom: 4px }
input, textarea { width: 100%; margin-bottom: 20px; padding: 8px; font: inherit; color: inherit;
	background: var(--card); border: 1px solid var(--line); border-radius: 6px }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin-bottom: 20px }
button { min-height: 44px; padding: 8px 20px; font: inherit; font-weight: 600; cursor: pointer;
	border: 1px solid var(--main); border-radius: 6px; background: none; color: var(--main) }
button[value=approve] { background: var(--main); color: var(--on-main) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page has no script, loads nothing and is shown in no frame. */
export const PAGE_HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'same-origin',
};

/**
 * The page that asks: which workflow asks and until when, the draft, the name and the comment if the question
 * asks for them, and the buttons.
 * @param untilClause as `formatUntilClause` returns it
 */
export function renderQuestionForm(question: Question, untilClause = ''): string {
	const { title, message, description = '', asker } = question;
	const end = untilClause === '' ? '' : ` Answer${untilClause}.`;
	const max = `maxlength="${MAX_TYPED_CHARACTERS}"`;
	const name = `<label for="name">Your name (required)</label>
<input id="name" name="name" required pattern=".*\\S.*" ${max} autocomplete="name">`;
	const comment = `<label for="comment">Comment (optional)</label>
<textarea id="comment" name="comment" rows="4" ${max}></textarea>`;
	// Otherwise the Enter key in the name would press the first button that decides.
	const onEnter = '<button disabled hidden></button>';
	return renderPage(
		title,
		`<p class="quiet">${cleanAndEscapeHtml(`Asked by the n8n workflow “${asker}”.${end}`)}</p>
<p>${cleanAndEscapeHtml(message)}</p>
<p>${cleanAndEscapeHtml(description)}</p>
<form method="post">
${onEnter}
${renderEditor(question)}
${question.asksForName ? name : ''}
${question.asksForComment ? comment : ''}
<div class="buttons">${renderButtons(question)}</div>
</form>
<p class="quiet">The first answer counts and is final.</p>`,
	);
}

function renderButtons({ choices, approveLabel, declineLabel }: Question): string {
	const button = (name: string, value: string, label: string) =>
		`<button name="${name}" value="${value}">${cleanAndEscapeHtml(label)}</button>`;
	if (choices !== undefined) {
		return choices.map((choice, index) => button('choice', String(index), choice)).join('');
	}
	const decline = declineLabel === undefined ? '' : button('decision', 'decline', declineLabel);
	return button('decision', 'approve', approveLabel) + decline;
}

/** A browser leaves out a line break at the beginning of a text, so there is one more. */
function renderEditor({ editableText }: Question): string {
	if (editableText === undefined) return '';
	return `<label for="text">Text (you can change it)</label>
<textarea id="text" name="text" rows="10" maxlength="${MAX_TEXT_CHARACTERS}">\n${cleanAndEscapeHtml(editableText)}</textarea>`;
}

export function renderNotice(title: string, text: string): string {
	return renderPage(title, `<p role="status">${cleanAndEscapeHtml(text)}</p>`);
}

function renderPage(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${cleanAndEscapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${cleanAndEscapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;
}

/** For every text of the page, also for labels and the name of the workflow. */
function cleanAndEscapeHtml(text: string): string {
	return escapeHtml(removeMisleadingCharacters(text));
}

function removeMisleadingCharacters(text: string): string {
	return text.replace(MISLEADING, '$<flag>');
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
