/** Settings of an n8n without a task runner: nothing in most tests needs one. */
export const NO_RUNNER = {
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};

/** The same without the editor. */
export const NO_EDITOR = { ...NO_RUNNER, N8N_DISABLE_UI: 'true' };

/** Of the pinned n8n, what no test uses, and what `settings.ts` disables. */
const UNUSED_MODULES = [
	'agents',
	'chat-hub',
	'insights',
	'instance-ai',
	'ldap',
	'mcp',
	'mcp-registry',
	'n8n-packages',
	'oauth-server',
	'otel',
	'source-control',
	'sso-oidc',
	'sso-saml',
	'workflow-builder',
];

/** The pinned n8n starts with a sixth less CPU, and keeps no statistics of executions. */
export const LEAN = { ...NO_EDITOR, N8N_DISABLED_MODULES: UNUSED_MODULES.join() };
