/** Settings of an n8n without the editor and a task runner: most tests need neither. */
export const NO_EDITOR = {
	N8N_DISABLE_UI: 'true',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};

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
