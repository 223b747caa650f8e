import { call } from './api.js';
import { byId, element, replaceChildren, say } from './dom.js';

const NONE =
	'No webhooks yet. Publish an n8n workflow that starts with the trigger, or register one with POST /api/v1/webhooks.';
const TEST_ADDRESS = /\/webhook-test\//;

export function showWebhooks(webhooks) {
	const rows = webhooks.length === 0 ? [emptyRow(NONE)] : webhooks.map(row);
	byId('webhooks-hint').hidden = webhooks.length === 0;
	replaceChildren(byId('webhook-list'), ...rows);
}

export const emptyRow = (text) => element('li', { className: 'empty', textContent: text });

function row({ id, url, events, active, created_at }) {
	const meta = (...children) => element('span', { className: 'meta' }, ...children);
	return element(
		'li',
		{ className: 'row' },
		element(
			'div',
			{ className: 'chips' },
			element('span', active ? ACTIVE : ENDED),
			meta(`webhook ${id}`),
			TEST_ADDRESS.test(url) ? element('span', TEST) : null,
		),
		deleteButton(id),
		element(
			'div',
			{ className: 'row-text' },
			element('code', { textContent: url }),
			meta(events.join(', '), ' · registered ', momentOf(created_at)),
		),
	);
}

const ACTIVE = { className: 'tag ok', textContent: 'active' };
const ENDED = {
	className: 'tag',
	textContent: 'ended',
	title: 'Its receiver answered 410, so it is no longer called',
};
const TEST = {
	className: 'tag warn',
	textContent: 'n8n test address',
	title: 'n8n answers there only while the editor listens for a test event',
};

function momentOf(at) {
	const text = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
	return element('time', { dateTime: at, textContent: text });
}

function deleteButton(id) {
	const button = element('button', { type: 'button', className: 'button small' }, 'Delete');
	button.dataset.key = `webhook-${id}`;
	button.setAttribute('aria-label', `Delete webhook ${id}`);
	button.onclick = async ({ detail }) => {
		// The next row comes up under the pointer: a double click must not delete that one too.
		if (detail > 1) return;
		await call('DELETE', `/webhooks/${id}`);
		say(`Webhook ${id} deleted`);
	};
	return button;
}
