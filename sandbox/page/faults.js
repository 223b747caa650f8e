import { useState } from 'preact/hooks';
import { call } from './api.js';
import { showToast } from './state.js';
import { button, Dialog, field, html, open, options, Panel, select, tag } from './ui.js';
import { ASSUMED, KINDS, MOMENTS, PRESETS, ROUTES } from './texts.js';

const assume = (changes) => call('PATCH', '/assumptions', changes);

async function add(label, { fault, assumptions }) {
	await (fault ? call('POST', '/faults', fault) : assume(assumptions));
	showToast(`Fault added: ${label}`);
}

async function remove(...removals) {
	await Promise.all(removals);
	document.getElementById('faults').focus();
	showToast('Removed');
}

export function Faults({ faults, assumptions }) {
	const assumed = Object.keys(ASSUMED).filter((name) => assumptions[name] !== null);
	const defaults = Object.fromEntries(assumed.map((name) => [name, null]));
	const clear = () => remove(call('DELETE', '/faults'), assume(defaults));
	const isEmpty = faults.length + assumed.length === 0;
	const actions = html`
		${!isEmpty && button('Remove all', clear)}
		${button('New fault', () => open(NewFault), { kind: 'primary' })}
	`;
	return html`
		<${Panel} id="faults" title="Faults" actions=${actions}>
			<ul class="chips" aria-label="Common faults">
				${PRESETS.map(
					([label, preset]) =>
						html`<li>${button(`+ ${label}`, () => add(label, preset), { kind: 'small' })}</li>`,
				)}
			</ul>
			<p class="empty" hidden=${!isEmpty}>
				No faults. Add one to see how your workflow handles it.
			</p>
			<ul class="rows">
				${assumed.map((name) =>
					row(tag('assumed', 'warn'), ASSUMED[name](assumptions[name]), '', {
						label: `Remove ${name}`,
						onRemove: () => remove(assume({ [name]: null })),
					}),
				)}
				${faults.map(faultRow)}
			</ul>
		<//>
	`;
}

const row = (chip, text, meta, { label, onRemove }) => html`
	<li class="row" key=${label}>
		${chip}
		<div class="row-text"><span>${text}</span><span class="meta">${meta}</span></div>
		${button('Remove', onRemove, { kind: 'small', 'aria-label': label })}
	</li>
`;

function faultRow(fault) {
	const { id, on, route, kind, remaining, hits } = fault;
	const where = route === '*' ? `every ${on}` : route;
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	const text = [KINDS[kind].label, ...detailsOf(fault)].join(', ');
	return row(
		tag(`fault ${id}`, remaining === 0 ? '' : 'warn'),
		text,
		`${where} · ${left} · hit ${hits}×`,
		{ label: `Remove fault ${id}`, onRemove: () => remove(call('DELETE', `/faults/${id}`)) },
	);
}

function detailsOf({ status, body, retryAfter = {}, when, delayMs, probability = 1 }) {
	const { seconds, date } = retryAfter;
	return [
		status && `status ${status}`,
		body !== undefined && `body ${body || 'empty'}`,
		seconds !== undefined && `Retry-After ${seconds} s`,
		date !== undefined && `Retry-After as a date, in ${date} s`,
		MOMENTS[when],
		delayMs !== undefined && `${delayMs} ms`,
		probability < 1 && `probability ${probability}`,
	].filter(Boolean);
}

const NUMBERS = ['status', 'delayMs', 'times', 'probability'];

/** Without empty fields. */
function faultOf(on, { retryAfter, ...given }) {
	const filled = Object.entries(given).filter(([, value]) => value !== '');
	const read = ([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value];
	const pause = retryAfter && { retryAfter: { seconds: Number(retryAfter) } };
	return { on, ...pause, ...Object.fromEntries(filled.map(read)) };
}

const kindsOn = (side) =>
	Object.entries(KINDS)
		.filter(([, { on }]) => on === side)
		.map(([kind, { label }]) => [kind, label]);

function NewFault() {
	const [kind, setKind] = useState('status');
	const { on, hint, label, fields } = KINDS[kind];
	const has = (name) => fields.split(' ').includes(name);
	const moments = Object.entries(MOMENTS).filter(([at]) => at !== 'during' || kind === 'reset');
	const routes = [['*', `Every ${on}`], ...ROUTES[on].map((route) => [route, route])];
	const number = (text, name, more) =>
		field(text, name, { type: 'number', key: `${kind}-${name}`, ...more });
	const kinds = html`
		<optgroup label="Requests">${options(kindsOn('request'), kind)}</optgroup>
		<optgroup label="Deliveries">${options(kindsOn('delivery'), kind)}</optgroup>
	`;
	const change = ({ target }) => setKind(target.value);
	const submit = (values) => add(label, { fault: faultOf(on, values) });
	return html`
		<${Dialog} title="New fault" label="Add fault" submit=${submit}>
			${select('What goes wrong', 'kind', kinds, { hint, onChange: change })}
			${select('Applies to', 'route', options(routes))}
			<div class="pair">
				${has('status') && number('Status', 'status', { value: kind === 'status' ? 429 : 503 })}
				${has('when') && select('When', 'when', options(moments))}
				${has('retryAfter') && number('Retry-After (s)', 'retryAfter', { placeholder: 'none' })}
				${has('delayMs') && number('Delay (ms)', 'delayMs', { value: 3_000 })}
				${has('contentType') && field('Content type', 'contentType', { placeholder: 'text/plain' })}
			</div>
			${has('body') && field('Body', 'body', { as: 'textarea', rows: 2, placeholder: 'the usual body' })}
			<div class="pair">
				${number('How often', 'times', { placeholder: 'until removed' })}
				${number('Probability, 0 to 1', 'probability', { step: 0.1, placeholder: '1' })}
			</div>
		<//>
	`;
}
