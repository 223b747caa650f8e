import { createContext, h } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import htm from 'htm';
import { dialog, say } from './state.js';

export const html = htm.bind(h);

export const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

export const clock = (at) => new Date(at).toLocaleTimeString('en-GB');

export const open = (component, properties = {}) => dialog.set({ component, properties });

export const Button = ({ kind = '', children, ...more }) =>
	html`<button type="button" class=${`button ${kind}`} ...${more}>${children}</button>`;

export const Tag = ({ kind = '', children, ...more }) =>
	html`<span class=${`tag ${kind}`} ...${more}>${children}</span>`;

export const Panel = ({ id, title, actions, children, kind = '' }) => html`
	<section class=${`panel ${kind}`} id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
		<div class="panel-head">
			<h2 id=${`${id}-title`}>${title}</h2>
			${actions}
		</div>
		${children}
	</section>
`;

/** Copies what `read` gives, which need not be on the page. */
export const Copy = ({ what, read, children }) => html`
	<${Button}
		kind="small"
		aria-label=${children ? undefined : `Copy ${what}`}
		onClick=${async () => {
			await navigator.clipboard.writeText(await read());
			say(`Copied: ${what}`);
		}}
		>${children ?? 'Copy'}<//
	>
`;

const Reasons = createContext({});

/** A labelled control; when the sandbox refuses its value, the reason is next to it. */
export function Field({
	label,
	name,
	as = 'input',
	hint,
	children,
	id = `field-${name}`,
	...more
}) {
	const reason = useContext(Reasons)[name];
	const invalid = reason && { 'aria-invalid': true, 'aria-describedby': `${id}-reason` };
	const mark = more.required ? html` <span class="meta">(required)</span>` : '';
	return html`
		<div class="field">
			<label for=${id}>${label}${mark}</label>
			${h(as, { id, name, autocomplete: 'off', ...invalid, ...more }, children)}
			${hint && html`<span class="hint">${hint}</span>`}
			${reason && html`<span class="reason" id=${`${id}-reason`} role="alert">${reason}</span>`}
		</div>
	`;
}

export const options = (pairs, chosen) =>
	pairs.map(
		([value, label]) => html`<option value=${value} selected=${value === chosen}>${label}</option>`,
	);

/**
 * A modal form. `submit` gets the values of the fields; the dialog closes when it is done and shows
 * the reasons when it is refused. `returnTo` is focused if the opener may be gone by then.
 */
export function Dialog({
	title,
	submit,
	label,
	kind = 'primary',
	more,
	returnTo,
	onClose,
	children,
}) {
	const element = useRef();
	const [reasons, setReasons] = useState({});
	const [busy, setBusy] = useState(false);
	useEffect(() => element.current.showModal(), []);
	const close = () => element.current.close();
	const send = async (event) => {
		event.preventDefault();
		setBusy(true);
		try {
			await submit(Object.fromEntries(new FormData(event.target)), event.submitter?.value);
			close();
			document.getElementById(returnTo)?.focus();
		} catch (refusal) {
			setReasons(placed(refusal, event.target));
			setTimeout(() => element.current?.querySelector('[aria-invalid]')?.focus());
		} finally {
			setBusy(false);
		}
	};
	const closed = () => {
		dialog.set(null);
		onClose?.();
		if (document.activeElement === document.body) document.getElementById(returnTo)?.focus();
	};
	return html`
		<dialog ref=${element} aria-labelledby="dialog-title" onClose=${closed}>
			<form novalidate onSubmit=${send}>
				<h2 id="dialog-title">${title}</h2>
				<${Reasons.Provider} value=${reasons}>${children}<//>
				${reasons[''] && html`<p class="reason" role="alert">${reasons['']}</p>`}
				<div class="actions">
					${more}
					<${Button} onClick=${close}>${submit ? 'Cancel' : 'Close'}<//>
					${submit && html`<button class=${`button ${kind}`} disabled=${busy}>${label}</button>`}
				</div>
			</form>
		</dialog>
	`;
}

/** Reasons by field; under '' those that belong to none. */
function placed({ message, details = [] }, form) {
	const reasons = {};
	for (const { field, message: reason } of details) {
		const name = field.split('.')[0];
		if (form.elements.namedItem(name)) reasons[name] ??= `This ${reason}`;
		else reasons[''] = `${reasons[''] ? `${reasons['']}; ` : ''}${field} ${reason}`;
	}
	return details.length === 0 ? { '': message } : reasons;
}
