import { useState } from 'preact/hooks';
import { call } from './api.js';
import { showToast } from './state.js';
import { button, html, Panel } from './ui.js';

const HIDDEN = '••••••••••••';

async function copy(name, read) {
	await navigator.clipboard.writeText(await read());
	showToast(`Copied: ${name}`);
}

/** What a credential needs. Secrets are only fetched on request. */
export function Connect({ account }) {
	const [secrets, setSecrets] = useState(null);
	const read = () => call('GET', '/account/secrets');
	const toggle = async () => setSecrets(secrets ? null : await read());
	const facts = [
		['Base URL', location.origin],
		['API token', secrets?.token, async () => (await read()).token],
		['Email', account.email],
		['Password', secrets?.password, async () => (await read()).password],
	].map(
		([name, value, copied = () => value]) => html`
			<dt>${name}</dt>
			<dd>
				<code>${value ?? HIDDEN}</code>
				${button('Copy', () => copy(name, copied), { kind: 'small', 'aria-label': `Copy ${name}` })}
			</dd>
		`,
	);
	const show = button('Show secrets', toggle, { 'aria-pressed': secrets !== null });
	return html`
		<${Panel} id="connect" title="Connect" actions=${show}>
			<dl class="facts">${facts}</dl>
			<p class="meta">
				In n8n, create a <b>Workspace Task Service API</b> credential with Base URL and API token.
				If you used <code>npm start</code>, n8n already has the credential <b>Sandbox</b>.
			</p>
		<//>
	`;
}
