import { h } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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

export const button = (text, onClick, { kind = '', ...more } = {}) =>
	h('button', { type: 'button', class: `button ${kind}`, onClick, ...more }, text);

export const tag = (text, kind = '') => html`<span class=${`tag ${kind}`}>${text}</span>`;

export const Panel = ({ id, title, actions, children }) => html`
	<section class=${`box panel stack ${id}`} id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
		<div class="flow">
			<h2 class="what" id=${`${id}-title`}>${title}</h2>
			${actions}
		</div>
		${children}
	</section>
`;

/** `as` is the kind of control, by default an input. */
export const field = (label, name, { as = 'input', ...more } = {}) => html`
	<label class="what stack tight">
		<b>${label}</b>
		${h(as, { name, autocomplete: 'off', ...more })}
	</label>
`;

/**
 * A modal form. `submit` receives the field values; the dialog then closes, or shows why they were
 * refused.
 */
export function Dialog({ title, submit, label, more, children }) {
	const element = useRef();
	const [refusal, setRefusal] = useState('');
	const [busy, setBusy] = useState(false);
	useLayoutEffect(() => element.current.showModal(), []);
	const close = () => element.current.close();
	const send = async (event) => {
		event.preventDefault();
		setBusy(true);
		await submit(Object.fromEntries(new FormData(event.target)))
			.then(close, ({ message }) => setRefusal(message))
			.finally(() => setBusy(false));
	};
	return html`
		<dialog
			class="box panel"
			ref=${element}
			aria-labelledby="dialog-title"
			onClose=${() => update({ dialog: null })}
		>
			<form class="stack" onSubmit=${send}>
				<h2 id="dialog-title">${title}</h2>
				${children} ${refusal && html`<p class="bad" role="alert">${refusal}</p>`}
				<div class="flow">
					<div class="what">${more}</div>
					${button('Cancel', close)}
					<button class="button primary" disabled=${busy}>${label}</button>
				</div>
			</form>
		</dialog>
	`;
}
