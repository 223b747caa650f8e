import { useState } from 'preact/hooks';
import { call } from './api.js';
import { showToast } from './state.js';
import { button, Dialog, field, html, open, options, Panel, select, tag } from './ui.js';

/** The first is chosen by default: lists and drop-downs keep working. */
const ROUTES = [
	'POST /api/v1/tasks',
	'POST /api/v1/boards',
	'GET /api/v1/boards',
	'POST /api/v1/webhooks',
	'POST /api/v1/auth/login',
	'*',
];

const routeName = (route) => (route === '*' ? 'Everything' : route);

const ERROR_BODY = '{"ok":false,"error":"This board takes no more tasks"}';

const REQUESTS = {
	500: { kind: 'status', status: 500 },
	'401 once': { kind: 'status', status: 401, times: 1 },
	'429 once': { kind: 'status', status: 429, retryAfter: { seconds: 2 }, times: 1 },
	'Slow, 30 s': { kind: 'slow', delayMs: 30_000 },
	'Maintenance page': { kind: 'html', status: 503 },
	'200 with an error': { kind: 'status', status: 200, body: ERROR_BODY },
	'Response lost': { kind: 'reset', when: 'after' },
};

const DELIVERIES = {
	'Delivered twice': { kind: 'double' },
	'Delivered late': { kind: 'delay', delayMs: 10_000 },
	'Odd body': { kind: 'odd-body', body: '{"hello":"world"}' },
};

async function add(fault) {
	await call('POST', '/faults', fault);
	showToast('Fault added');
}

const chips = (faults, more) =>
	Object.entries(faults).map(([label, fault]) =>
		button(`+ ${label}`, () => add({ ...fault, ...more }), { kind: 'small' }),
	);

export function Faults({ faults }) {
	const [route, setRoute] = useState(ROUTES[0]);
	const routes = options(ROUTES.map((one) => [one, routeName(one)]));
	const onChange = ({ target }) => setRoute(target.value);
	const removeAll = () => call('DELETE', '/faults');
	const actions = html`
		${faults.length > 0 && button('Remove all', removeAll)}
		${button('New fault', () => open(NewFault), { kind: 'primary' })}
	`;
	return html`
		<${Panel} id="faults" title="Faults" actions=${actions}>
			${select('Requests to', 'route', routes, { onChange })}
			<div class="chips">${chips(REQUESTS, { route })}</div>
			<p>Deliveries</p>
			<div class="chips">${chips(DELIVERIES)}</div>
			<ul class="rows">
				${faults.map(faultRow)}
			</ul>
		<//>
	`;
}

function faultRow({ id, on: _, route, times: _times, remaining, hits, ...fault }) {
	const facts = Object.entries(fault).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	const remove = () => call('DELETE', `/faults/${id}`);
	return html`
		<li class="row" key=${id}>
			${tag(`fault ${id}`, remaining === 0 ? '' : 'warn')}
			<div class="what">
				<code>${facts.join(', ')}</code>
				<span class="meta">${routeName(route)} · ${left} · hit ${hits}×</span>
			</div>
			${button('Remove', remove, { kind: 'small', 'aria-label': `Remove fault ${id}` })}
		</li>
	`;
}

const EXAMPLE = { kind: 'status', status: 503, route: 'POST /api/v1/tasks', times: 2 };

function NewFault() {
	const submit = async ({ fault }) => await add(JSON.parse(fault));
	return html`
		<${Dialog} title="New fault" label="Add fault" submit=${submit}>
			${field('Fault, as JSON', 'fault', {
				as: 'textarea',
				rows: 8,
				class: 'code',
				defaultValue: JSON.stringify(EXAMPLE, null, 2),
				hint: 'sandbox/README.md lists the kinds and their fields.',
			})}
		<//>
	`;
}
