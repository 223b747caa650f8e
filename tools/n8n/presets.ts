/** Settings of an n8n without a task runner: nothing in most tests needs one. */
export const NO_RUNNER = {
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'unused',
};

/** The same without the editor, which also serves the output previews. */
export const NO_EDITOR = { ...NO_RUNNER, N8N_DISABLE_UI: 'true' };
