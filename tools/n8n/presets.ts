/** Settings of an n8n without the editor and a task runner: most tests need neither. */
export const NO_EDITOR = {
	N8N_DISABLE_UI: 'true',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};
