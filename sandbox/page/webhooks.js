import { byId, element, replaceChildren } from './dom.js';

const NONE =
	'No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one with POST /api/v1/webhooks.';

export function showWebhooks(webhooks) {
	const rows = webhooks.length === 0 ? [emptyRow(NONE)] : webhooks.map(row);
	replaceChildren(byId('webhook-list'), ...rows);
}

export const emptyRow = (text) => element('li', { className: 'empty', textContent: text });

function row({ id, url, events, active }) {
	const state = active ? ['tag ok', 'active'] : ['tag', 'ended'];
	const title = active ? '' : 'Its receiver answered 410, so it is no longer called';
	return element(
		'li',
		{ className: 'row' },
		element('span', { className: state[0], textContent: state[1], title }),
		element(
			'div',
			{ className: 'row-text' },
			element('code', { textContent: url }),
			element('span', { className: 'meta' }, `webhook ${id} · ${events.join(', ')}`),
		),
	);
}
