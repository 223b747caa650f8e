import { call } from './api.js';
import { byId, element, say } from './dom.js';
import { openForm } from './form.js';
import { KINDS, ROUTES } from './kinds.js';

const NUMBERS = ['status', 'delayMs', 'times', 'probability'];

export function openFault() {
	const dialog = byId('fault-dialog');
	const { kind, route } = dialog.querySelector('form').elements;
	kind.replaceChildren(group('Requests', 'request'), group('Deliveries', 'delivery'));
	route.replaceChildren(new Option('Every route', '*'), ...ROUTES.map((name) => new Option(name)));
	kind.onchange = () => adapt(dialog, kind.value);
	openForm(dialog, { submit: add });
	adapt(dialog, kind.value);
}

function group(label, side) {
	const kinds = Object.entries(KINDS).filter(([, { on }]) => on === side);
	const options = kinds.map(([kind, { label: name }]) => new Option(name, kind));
	return element('optgroup', { label }, ...options);
}

/** Only the fields that mean something for the kind are shown and sent. */
function adapt(dialog, kind) {
	const { on, hint } = KINDS[kind];
	byId('kind-hint').textContent = hint;
	for (const field of dialog.querySelectorAll('[data-for]')) {
		const kinds = field.dataset.for.split(' ');
		field.hidden = !kinds.includes(kind) && !kinds.includes(on);
		field.querySelector('input, select').disabled = field.hidden;
	}
}

async function add({ kind, route = '*', when, retryAfter, ...fields }) {
	const numbers = NUMBERS.filter((name) => fields[name]).map((name) => [
		name,
		Number(fields[name]),
	]);
	await call('POST', '/faults', {
		on: KINDS[kind].on,
		route,
		kind,
		...(when && { when }),
		...(retryAfter && { retryAfter: { seconds: Number(retryAfter) } }),
		...Object.fromEntries(numbers),
	});
	say(`Fault added: ${KINDS[kind].label}`);
}
