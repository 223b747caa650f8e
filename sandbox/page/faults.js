import { useState } from 'preact/hooks';
import { call } from './api.js';
import { say } from './state.js';
import { Button, Dialog, Field, html, open, options, Panel, Tag } from './ui.js';
import { ASSUMED, KINDS, MOMENTS, PRESETS, ROUTES } from './words.js';

const assume = (changes) => call('PATCH', '/assumptions', changes);
const toNewFault = () => document.getElementById('faults').focus();

export function Faults({ faults, assumptions }) {
	const assumed = Object.keys(ASSUMED).filter((name) => assumptions[name] !== null);
	const clear = async () => {
		await call('DELETE', '/faults');
		await assume(Object.fromEntries(assumed.map((name) => [name, null])));
		toNewFault();
		say('All faults removed');
	};
	const some = faults.length + assumed.length > 0;
	const actions = html`
		${some && html`<${Button} onClick=${clear}>Remove all<//>`}
		<${Button} kind="primary" onClick=${() => open(NewFault)}>New fault<//>
	`;
	return html`
		<${Panel} id="faults" title="Faults" actions=${actions}>
			<ul class="chips" aria-label="Usual faults">
				${PRESETS.map(([label, preset]) => html`<li><${Preset} label=${label} ...${preset} /></li>`)}
			</ul>
			${
				!some &&
				html`
					<p class="empty">
						No faults: the service behaves. Add one to see how your workflow copes.
					</p>
				`
			}
			<ul class="rows">
				${assumed.map((name) => html`<${Assumed} key=${name} name=${name} value=${assumptions[name]} />`)}
				${faults.map((fault) => html`<${Row} key=${fault.id} fault=${fault} />`)}
			</ul>
		<//>
	`;
}

function Preset({ label, fault, assume: changes }) {
	const add = async () => {
		await (fault ? call('POST', '/faults', fault) : assume(changes));
		say(`Fault added: ${label}`);
	};
	return html`<${Button} kind="small" onClick=${add}>+ ${label}<//>`;
}

function Assumed({ name, value }) {
	const off = async () => {
		await assume({ [name]: null });
		toNewFault();
	};
	return html`
		<li class="row">
			<${Tag} kind="warn">assumed<//>
			<span class="row-text">${ASSUMED[name](value)}</span>
			<${Button} kind="small" aria-label=${`Turn off ${name}`} onClick=${off}>Turn off<//>
		</li>
	`;
}

function Row({ fault }) {
	const { id, on, route, kind, remaining, hits } = fault;
	const remove = async () => {
		await call('DELETE', `/faults/${id}`);
		toNewFault();
	};
	const where = route === '*' ? `every ${on}` : route;
	const left = remaining === null ? 'until removed' : `${remaining} left`;
	return html`
		<li class="row">
			<${Tag} kind=${remaining === 0 ? '' : 'warn'}>fault ${id}<//>
			<div class="row-text">
				<span>${[KINDS[kind].label, ...particulars(fault)].join(', ')}</span>
				<span class="meta">${where} · ${left} · hit ${hits}×</span>
			</div>
			<${Button} kind="small" aria-label=${`Remove fault ${id}`} onClick=${remove}>Remove<//>
		</li>
	`;
}

function particulars({ status, body, retryAfter = {}, when, delayMs, probability }) {
	const { seconds, date } = retryAfter;
	return [
		status && `status ${status}`,
		body !== undefined && `body ${body || 'empty'}`,
		seconds !== undefined && `Retry-After ${seconds} s`,
		date !== undefined && `Retry-After a date in ${date} s`,
		when && `${when} the work`,
		delayMs !== undefined && `${delayMs} ms`,
		probability !== undefined && probability < 1 && `probability ${probability}`,
	].filter(Boolean);
}

/** The further fields of each kind. */
const FIELDS = {
	status: ['status', 'body', 'when', 'retryAfter'],
	html: ['status', 'when'],
	slow: ['delayMs', 'when'],
	reset: ['when'],
	reorder: ['delayMs'],
	delay: ['delayMs'],
	'odd-body': ['body', 'contentType'],
	'odd-content-type': ['contentType'],
};

const INPUTS = {
	status: { label: 'Status', type: 'number' },
	body: { label: 'Body', placeholder: 'the usual one', as: 'textarea', rows: 2 },
	contentType: { label: 'Content type', placeholder: 'text/plain' },
	delayMs: { label: 'Delay in milliseconds', type: 'number', value: 3_000 },
	times: { label: 'How often', type: 'number', placeholder: 'until removed' },
	probability: { label: 'Probability, 0 to 1', type: 'number', step: 0.1, placeholder: '1' },
};
const NUMBERS = ['status', 'delayMs', 'times', 'probability'];

const kindsOn = (side) =>
	options(
		Object.entries(KINDS)
			.filter(([, { on }]) => on === side)
			.map(([kind, { label }]) => [kind, label]),
	);

function NewFault() {
	const [kind, setKind] = useState('status');
	const { on, hint, label } = KINDS[kind];
	const fields = FIELDS[kind] ?? [];
	const moments = Object.entries(MOMENTS).filter(([at]) => at !== 'during' || kind === 'reset');
	const input = (name, more) => html`
		<${Field} key=${`${kind}-${name}`} name=${name} ...${INPUTS[name]} ...${more} />
	`;
	const submit = async ({ route, retryAfter, unit, ...given }) => {
		const filled = Object.entries(given).filter(([, value]) => value !== '');
		const read = ([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value];
		await call('POST', '/faults', {
			on,
			route,
			...(retryAfter && { retryAfter: { [unit]: Number(retryAfter) } }),
			...Object.fromEntries(filled.map(read)),
		});
		say(`Fault added: ${label}`);
	};
	return html`
		<${Dialog} title="New fault" label="Add fault" submit=${submit}>
			<${Field}
				label="What goes wrong"
				name="kind"
				as="select"
				hint=${hint}
				onChange=${({ target }) => setKind(target.value)}
			>
				<optgroup label="Requests">${kindsOn('request')}</optgroup>
				<optgroup label="Deliveries">${kindsOn('delivery')}</optgroup>
			<//>
			<${Field} label="Applies to" name="route" as="select">
				${options([['*', `Every ${on}`], ...ROUTES[on].map((route) => [route, route])])}
			<//>
			<div class="pair">
				${fields.includes('status') && input('status', { value: kind === 'status' ? 429 : 200 })}
				${
					fields.includes('when') &&
					html`<${Field} label="When" name="when" as="select">${options(moments)}<//>`
				}
				${fields.includes('delayMs') && input('delayMs')}
				${fields.includes('contentType') && input('contentType')}
			</div>
			${
				fields.includes('retryAfter') &&
				html`
					<div class="pair">
						<${Field}
							label="Retry-After in seconds"
							name="retryAfter"
							type="number"
							placeholder="none"
						/>
						<${Field} label="Sent as" name="unit" as="select">
							${options([
								['seconds', 'seconds'],
								['date', 'HTTP date'],
							])}
						<//>
					</div>
				`
			}
			${fields.includes('body') && input('body')}
			<div class="pair">${input('times')} ${input('probability')}</div>
		<//>
	`;
}
