import { call } from './api.js';
import { button, field, html, Panel, tag } from './ui.js';

const NOT_DONE = '{"ok":false,"error":"This board takes no more tasks"}';

/** By group and label; `on` is what the faults of a group have in common. All: sandbox/README.md. */
const GROUPS = {
	'Creating a task': {
		on: { route: 'POST /api/v1/tasks' },
		faults: {
			'responds with 500': { kind: 'status', status: 500 },
			'responds with 401, once': { kind: 'status', status: 401, times: 1 },
			'responds with 429, once': {
				kind: 'status',
				status: 429,
				retryAfter: { seconds: 2 },
				times: 1,
			},
			'is slow, 30 s': { kind: 'slow', delayMs: 30_000 },
			'responds with a maintenance page': { kind: 'html', status: 503 },
			'responds with 200 and an error': { kind: 'status', status: 200, body: NOT_DONE },
			'succeeds, but the response is lost': { kind: 'reset', when: 'after' },
		},
	},
	'Every event': {
		faults: {
			'is delivered twice': { kind: 'double' },
			'is delivered late, 10 s': { kind: 'delay', delayMs: 10_000 },
			'has an odd body': { kind: 'odd-body', body: '{"hello":"world"}' },
		},
	},
};

const choices = Object.entries(GROUPS).map(([group, { on, faults }]) => {
	const option = ([label, fault]) => html`
		<option value=${JSON.stringify({ ...on, ...fault })}>${label}</option>
	`;
	return html`<optgroup label=${group}>${Object.entries(faults).map(option)}</optgroup>`;
});

async function add(event) {
	event.preventDefault();
	await call('POST', '/faults', JSON.parse(new FormData(event.target).get('fault')));
}

export function Faults({ faults }) {
	const removeAll = () => call('DELETE', '/faults');
	return html`
		<${Panel}
			id="faults"
			title="Faults"
			actions=${faults.length > 0 && button('Remove all', removeAll)}
		>
			<form class="flow bottom" onSubmit=${add}>
				${field('What goes wrong', 'fault', { as: 'select', children: choices })}
				<button class="button">Add fault</button>
			</form>
			<ul class="stack">
				${faults.map(row)}
			</ul>
		<//>
	`;
}

function row({ id, on: _, route, times: _times, remaining, hits, ...fault }) {
	const facts = Object.entries(fault).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	return html`
		<li class="box flow" key=${id}>
			${tag(`fault ${id}`, remaining === 0 ? '' : 'warn')}
			<div class="what lines">
				<code>${facts.join(', ')}</code>
				<span class="meta">${route === '*' ? 'Everything' : route} · ${left} · hit ${hits}×</span>
			</div>
		</li>
	`;
}
