import { call } from './api.js';
import { byId, element, say } from './dom.js';

const HIDDEN = '••••••••••••';
const COPIED_FOR_MS = 1_500;

/** Base URL and e-mail to copy; password and token are fetched only when asked for. */
export async function showAccount() {
	const { email } = await call('GET', '/account');
	const draw = (secrets) =>
		byId('facts').replaceChildren(
			...fact('Base URL', location.origin),
			...fact('API token', secrets?.token),
			...fact('E-mail', email),
			...fact('Password', secrets?.password),
		);
	draw();
	byId('secrets').onclick = async ({ currentTarget: button }) => {
		const shown = button.getAttribute('aria-pressed') === 'true';
		draw(shown ? undefined : await call('GET', '/account/secrets'));
		button.setAttribute('aria-pressed', String(!shown));
		button.textContent = shown ? 'Show secrets' : 'Hide secrets';
	};
}

function fact(name, value) {
	const text = element('code', { textContent: value ?? HIDDEN });
	const content = element('dd', {}, text, value === undefined ? null : copyButton(name, value));
	return [element('dt', { textContent: name }), content];
}

function copyButton(name, value) {
	const attributes = { 'aria-label': `Copy ${name}` };
	const button = element('button', { type: 'button', className: 'button small', attributes });
	button.textContent = 'Copy';
	button.onclick = async () => {
		await navigator.clipboard.writeText(value);
		say(`${name} copied`);
		button.textContent = 'Copied';
		setTimeout(() => (button.textContent = 'Copy'), COPIED_FOR_MS);
	};
	return button;
}
