import { createContext, h } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import htm from 'htm';
import { update } from './state.js';

export const html = htm.bind(h);

export const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** With the date, unless it is today. */
export function clock(at) {
	const time = new Date(at);
	const isToday = time.toDateString() === new Date().toDateString();
	return isToday ? time.toLocaleTimeString('en-GB') : time.toLocaleString('en-GB');
}

export const open = (component, properties = {}) => update({ dialog: { component, properties } });

/** `kind` is one of the classes in base.css. */
export const button = (text, onClick, { kind = '', ...more } = {}) =>
	h('button', { type: 'button', class: `button ${kind}`, onClick, ...more }, text);

export const tag = (text, kind = '') => html`<span class=${`tag ${kind}`}>${text}</span>`;

export const Panel = ({ id, title, actions, children }) => html`
	<section class=${`panel ${id}`} id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
		<div class="chips">
			<h2 id=${`${id}-title`}>${title}</h2>
			${actions}
		</div>
		${children}
	</section>
`;

export const options = (pairs, chosen) =>
	pairs.map(([value, label]) => h('option', { value, selected: value === chosen }, label));

const Reasons = createContext({});

function Field({ label, name, as = 'input', ...more }) {
	const id = `field-${name}`;
	const reason = useContext(Reasons)[name];
	const invalid = reason && { 'aria-invalid': true, 'aria-describedby': `${id}-reason` };
	return html`
		<div class="field">
			<label for=${id}
				>${label}${more.required && html` <span class="meta">(required)</span>`}</label
			>
			${h(as, { id, name, autocomplete: 'off', ...invalid, ...more })}
			${reason && html`<span class="reason" id=${`${id}-reason`} role="alert">${reason}</span>`}
		</div>
	`;
}

/** Shows why the sandbox refused the value. */
export const field = (label, name, more) => h(Field, { label, name, key: name, ...more });

export const select = (label, name, children, more) =>
	field(label, name, { as: 'select', children, ...more });

/**
 * A modal form. `submit` receives the field values; the dialog then closes, or shows why they were
 * refused.
 */
export function Dialog({ title, submit, label, more, children }) {
	const element = useRef();
	const [reasons, setReasons] = useState({});
	const [busy, setBusy] = useState(false);
	useLayoutEffect(() => element.current.showModal(), []);
	const close = () => element.current.close();
	const send = async (event) => {
		event.preventDefault();
		setBusy(true);
		try {
			await submit(Object.fromEntries(new FormData(event.target)));
			close();
		} catch (refusal) {
			setReasons(reasonsByField(refusal, event.target));
		} finally {
			setBusy(false);
		}
	};
	return html`
		<dialog ref=${element} aria-labelledby="dialog-title" onClose=${() => update({ dialog: null })}>
			<form novalidate onSubmit=${send}>
				<h2 id="dialog-title">${title}</h2>
				<${Reasons.Provider} value=${reasons}>${children}<//>
				${reasons[''] && html`<p class="reason" role="alert">${reasons['']}</p>`}
				<div class="chips">
					<div class="what chips">${more}</div>
					${button('Cancel', close)}
					<button class="button primary" disabled=${busy}>${label}</button>
				</div>
			</form>
		</dialog>
	`;
}

/** Reasons without a field are under ''. */
function reasonsByField({ message, details = [] }, form) {
	if (details.length === 0) return { '': message };
	const reasons = {};
	for (const { field: path, message: reason } of details) {
		const [name] = path.split('.');
		if (form.elements.namedItem(name)) reasons[name] ??= `This ${reason}`;
		else reasons[''] = `${path} ${reason}`;
	}
	return reasons;
}
