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
	const { properties, initial, like } = latest.settings;
	const names = Object.keys(properties);
	const changed = changedSettings(latest);
	const undo = button('Undo changes', () =>
		change(Object.fromEntries(changed.map((name) => [name, initial[name]]))),
	);
	const setting = (name) => {
		const { description, enum: listed, examples } = properties[name];
		const current = JSON.stringify(latest.assumptions[name]);
		const values = (listed ?? examples ?? [true, false]).map((value) => JSON.stringify(value));
		const all = [...new Set([...values, current])];
		const choices = options(
			all.map((value) => [value, shown(JSON.parse(value))]),
			current,
		);
		const source = changed.includes(name)
			? 'changed'
			: like?.seen.includes(name) && 'from the report';
		const label = [
			name,
			source && ' ',
			source && tag(source, source === 'changed' ? 'warn' : 'ok'),
		];
		const onChange = ({ target }) => change({ [name]: JSON.parse(target.value) });
		return select(label, name, choices, { hint: description, onChange });
	};
	return html`
		<${Panel} id="settings" title="Settings" actions=${changed.length > 0 && undo}>
			<p class="hint">
				${like?.text} What the API document does not show is assumed: the real service may differ.
			</p>
			<details>
				<summary>${count(names.length, 'setting')}, ${changed.length} changed</summary>
				<div class="pair">${names.map(setting)}</div>
			</details>
		<//>
	`;
}
