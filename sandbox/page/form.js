import { element } from './dom.js';

/**
 * Opens a dialog with a form. `submit` gets the fields' values; the dialog closes when it is done
 * and shows the reasons next to the fields when it is refused.
 */
export function openForm(dialog, { values = {}, submit }) {
	const form = dialog.querySelector('form');
	form.reset();
	clearReasons(form);
	for (const [name, value] of Object.entries(values)) form.elements[name].value = value ?? '';
	form.onsubmit = async (event) => {
		event.preventDefault();
		await attempt(form, dialog, submit);
	};
	const { key } = document.activeElement.dataset;
	dialog.onclose = () => returnFocus(dialog, key);
	form.querySelector('[data-cancel]').onclick = () => dialog.close();
	dialog.showModal();
}

/**
 * The button that opened the dialog may have been replaced meanwhile. The browser then leaves the
 * focus on nothing, or for a moment on a field of the closed dialog.
 */
function returnFocus(dialog, key) {
	const { activeElement, body } = document;
	if (!key || (activeElement !== body && !dialog.contains(activeElement))) return;
	document.querySelector(`[data-key="${key}"]`)?.focus();
}

async function attempt(form, dialog, submit) {
	clearReasons(form);
	const button = form.querySelector('button:not([type])');
	button.disabled = true;
	try {
		await submit(Object.fromEntries(new FormData(form)));
		dialog.close();
	} catch (refusal) {
		showReasons(form, refusal);
	} finally {
		button.disabled = false;
	}
}

function showReasons(form, { message, details = [] }) {
	const unplaced = details.filter((detail) => !showReason(form, detail));
	const rest = [...(details.length === 0 ? [message] : []), ...unplaced.map(sentenceOf)];
	const general = form.querySelector('[data-reason]');
	general.textContent = rest.join('; ');
	general.hidden = rest.length === 0;
	if (rest.length > 0) general.setAttribute('role', 'alert');
	form.querySelector('[aria-invalid]')?.focus();
}

/** False when the form has no such field. */
function showReason(form, { field, message }) {
	const name = field.split('.')[0];
	const input = form.elements.namedItem(name);
	if (!(input instanceof HTMLElement)) return false;
	if (input.hasAttribute('aria-invalid')) return true;
	const id = `${form.parentElement.id}-${name}-reason`;
	const reason = element('span', { className: 'reason', id, textContent: message });
	reason.setAttribute('role', 'alert');
	input.setAttribute('aria-invalid', 'true');
	input.setAttribute('aria-describedby', id);
	input.after(reason);
	return true;
}

function clearReasons(form) {
	form.querySelector('[data-reason]').hidden = true;
	for (const reason of form.querySelectorAll('span.reason')) reason.remove();
	for (const input of form.querySelectorAll('[aria-invalid]')) {
		input.removeAttribute('aria-invalid');
		input.removeAttribute('aria-describedby');
	}
}

const sentenceOf = ({ field, message }) => `${field} ${message}`;
