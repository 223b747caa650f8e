import { useState } from 'preact/hooks';
import { call } from './api.js';
import { button, copyButton, html, Panel } from './ui.js';

const HIDDEN = '••••••••••••';

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
			<dd><code>${value ?? HIDDEN}</code> ${copyButton(name, copied)}</dd>
		`,
	);
	const show = button('Show secrets', toggle, { 'aria-pressed': secrets !== null });
	return html`
		<${Panel} id="connect" title="Connect" actions=${show}>
			<dl class="facts">${facts}</dl>
			<p class="hint">
				In n8n, create a <b>Workspace Task Service API</b> credential with Base URL and API token.
				In the n8n of <code>npm start</code>, the credential <b>Sandbox</b> is already there.
			</p>
		<//>
	`;
}
