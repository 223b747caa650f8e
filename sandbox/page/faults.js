import { call } from './api.js';
import { byId, element, replaceChildren, say } from './dom.js';
import { openFault } from './faultForm.js';
import { KINDS } from './kinds.js';
import { emptyRow } from './webhooks.js';

const NONE = 'No faults: the service behaves. Add one to see how your workflow copes.';

/** `undefined` when this sandbox has no faults to offer: then the whole panel is gone. */
export function showFaults(faults) {
	byId('faults').hidden = faults === undefined;
	byId('faults-link').hidden = faults === undefined;
	if (faults === undefined) return;
	byId('faults-clear').hidden = faults.length === 0;
	replaceChildren(
		byId('fault-list'),
		...(faults.length === 0 ? [emptyRow(NONE)] : faults.map(row)),
	);
}

export function watchFaults() {
	byId('fault-open').onclick = openFault;
	byId('faults-clear').onclick = async () => {
		await call('DELETE', '/faults');
		byId('fault-open').focus();
		say('All faults removed');
	};
}

function row(fault) {
	const { id, on, route, kind, remaining, hits } = fault;
	const label = KINDS[kind]?.label ?? kind;
	const button = element('button', { type: 'button', className: 'button small' }, 'Remove');
	button.dataset.key = `fault-${id}`;
	button.setAttribute('aria-label', `Remove ${label}`);
	button.onclick = async () => {
		await call('DELETE', `/faults/${id}`);
		byId('fault-open').focus();
	};
	const where = route === '*' ? EVERY[on] : route;
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	return element(
		'li',
		{ className: 'row' },
		element('span', { className: remaining === 0 ? 'tag' : 'tag warn' }, `fault ${id}`),
		element(
			'div',
			{ className: 'row-text' },
			element('span', { textContent: [label, ...particulars(fault)].join(', ') }),
			element('span', { className: 'meta' }, `${where} · ${left} · hit ${hits}×`),
		),
		button,
	);
}

const EVERY = { request: 'every request', delivery: 'every delivery' };

function particulars({ status, retryAfter, when, delayMs, probability }) {
	return [
		status && `status ${status}`,
		retryAfter && retryAfterText(retryAfter),
		when && `${when} the work`,
		delayMs !== undefined && `${delayMs} ms`,
		probability !== undefined && probability < 1 && `probability ${probability}`,
	].filter(Boolean);
}

function retryAfterText({ seconds, date }) {
	return seconds === undefined ? `Retry-After a date in ${date} s` : `Retry-After ${seconds} s`;
}
