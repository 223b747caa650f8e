import { element } from './dom.js';

/** One line of the log, which opens to show what was sent. */
export function logEntry({ number, kind, record, cut }) {
	const facts = kind === 'request' ? requestFacts(record) : deliveryFacts(record);
	return element(
		'li',
		{ dataset: { kind, number } },
		element(
			'details',
			{},
			element(
				'summary',
				{ dataset: { key: `entry-${number}` } },
				element('span', { className: `side ${kind}`, textContent: SIDES[kind] }),
				element('span', { className: 'what', textContent: headline(kind, record) }, struck(record)),
				status(kind, record),
				element('time', { dateTime: record.at, textContent: clock(record.at) }),
			),
			element('dl', { className: 'facts' }, ...facts.flatMap(fact)),
			...bodyOf(record.body, cut),
		),
	);
}

const SIDES = { request: 'in', delivery: 'out' };
const clock = (at) => new Date(at).toLocaleTimeString('en-GB');

function headline(kind, { method, path, event, webhookId }) {
	return kind === 'request' ? `${method} ${path}` : `${event} → webhook ${webhookId}`;
}

function status(kind, { status: code, error }) {
	if (code === null && kind === 'request') return tag('tag', 'no answer yet');
	if (code === null) return tag('tag bad', error ?? 'no answer');
	return tag(code < 400 ? 'tag ok' : 'tag bad', String(code));
}

/** A sandbox without faults names none. */
function struck({ fault }) {
	return typeof fault === 'number' ? tag('tag warn', `fault ${fault}`) : null;
}

const tag = (className, textContent) => element('span', { className, textContent });

function requestFacts({ query, authorization, documented, fault }) {
	const terms = Object.keys(query).length > 0 ? JSON.stringify(query) : null;
	return [
		['Query', terms],
		['Authorization', authorization ?? 'none'],
		['In the API document', documented ? null : 'no'],
		['Struck by fault', fault],
	];
}

const deliveryFacts = ({ deliveryId, attempt, error, fault }) => [
	['Delivery', deliveryId],
	['Attempt', String(attempt)],
	['No answer', error],
	['Struck by fault', fault],
];

function fact([name, value]) {
	if (value === null || value === undefined) return [];
	return [element('dt', { textContent: name }), element('dd', { textContent: value })];
}

function bodyOf(body, cut) {
	if (body === null) return [element('p', { className: 'meta', textContent: 'No body' })];
	const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
	const pre = element('pre', { textContent: text, tabIndex: 0 });
	pre.setAttribute('role', 'region');
	pre.setAttribute('aria-label', 'Body');
	if (!cut) return [pre];
	const note = 'The body is longer; /sandbox/requests has all of it.';
	return [pre, element('p', { className: 'meta', textContent: note })];
}
