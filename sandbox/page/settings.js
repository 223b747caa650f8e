import { call } from './api.js';
import { showToast } from './state.js';
import { button, count, html, options, Panel, select, tag } from './ui.js';

const change = async (changes) => {
	await call('PATCH', '/assumptions', changes);
	showToast(`Changed: ${Object.keys(changes).join(', ')}`);
};

/** The names of the settings that differ from the start. */
export const changedSettings = ({ assumptions, settings: { initial } }) =>
	Object.keys(initial).filter(
		(name) => JSON.stringify(assumptions[name]) !== JSON.stringify(initial[name]),
	);

const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the API document does not show, as a choice of values each. */
export function Settings(latest) {
	const { choices, initial, like } = latest.settings;
	const names = Object.keys(choices);
	const changed = changedSettings(latest);
	const undo = button('Undo changes', () =>
		change(Object.fromEntries(changed.map((name) => [name, initial[name]]))),
	);
	const setting = (name) => {
		const { description, values } = choices[name];
		const current = JSON.stringify(latest.assumptions[name]);
		const all = [...new Set([...values.map((value) => JSON.stringify(value)), current])];
		const offered = options(
			all.map((value) => [value, shown(JSON.parse(value))]),
			current,
		);
		const chips = [
			changed.includes(name) && tag('changed', 'warn'),
			like?.seen.includes(name) && tag('from the report', 'ok'),
		];
		const label = html`${name} ${chips}`;
		const onChange = ({ target }) => change({ [name]: JSON.parse(target.value) });
		return select(label, name, offered, { hint: description, onChange });
	};
	return html`
		<${Panel} id="settings" title="Settings" actions=${changed.length > 0 && undo}>
			<p class="meta">
				${like?.text} What the API document does not show is assumed: the real service may differ.
			</p>
			<details>
				<summary>${count(names.length, 'setting')}, ${changed.length} changed</summary>
				<div class="pair">${names.map(setting)}</div>
			</details>
		<//>
	`;
}
