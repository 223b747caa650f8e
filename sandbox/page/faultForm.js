import { call } from './api.js';
import { byId, element, say } from './dom.js';
import { openForm } from './form.js';
import {
	DELIVERY_ROUTES,
	KINDS,
	MOMENTS,
	MOMENT_LABELS,
	REQUEST_ROUTES,
	USUAL_STATUS,
} from './kinds.js';

const NUMBERS = ['status', 'delayMs', 'times', 'probability'];

export function openFault() {
	const dialog = byId('fault-dialog');
	const { kind } = dialog.querySelector('form').elements;
	kind.replaceChildren(group('Requests', 'request'), group('Deliveries', 'delivery'));
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
	const { route, status, when } = dialog.querySelector('form').elements;
	const routes = on === 'request' ? REQUEST_ROUTES : DELIVERY_ROUTES;
	const all = on === 'request' ? 'Every request' : 'Every delivery';
	byId('kind-hint').textContent = hint;
	route.replaceChildren(new Option(all, '*'), ...routes.map((name) => new Option(name)));
	const moments = MOMENTS[kind] ?? [];
	when.replaceChildren(...moments.map((moment) => new Option(MOMENT_LABELS[moment], moment)));
	status.value = USUAL_STATUS[kind] ?? '';
	for (const field of dialog.querySelectorAll('[data-for]')) {
		field.hidden = !field.dataset.for.split(' ').includes(kind);
		field.querySelector('input, select').disabled = field.hidden;
	}
}

async function add({ kind, route, when, retryAfter, unit, ...fields }) {
	const numbers = NUMBERS.filter((name) => fields[name]).map((name) => [
		name,
		Number(fields[name]),
	]);
	await call('POST', '/faults', {
		on: KINDS[kind].on,
		route,
		kind,
		...(when && { when }),
		...(retryAfter && { retryAfter: { [unit]: Number(retryAfter) } }),
		...Object.fromEntries(numbers),
	});
	say(`Fault added: ${KINDS[kind].label}`);
}
