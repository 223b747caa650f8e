/** Where versions of n8n want to be spoken to in different ways. */
export interface Dialect {
	/** Laid over the usual settings. */
	settings: NodeJS.ProcessEnv;
	/** Whether to activate is a request of its own, or a change of the workflow. */
	activation: 'request' | 'change';
	/** Whether a run by hand is told the whole workflow. */
	runs: 'saved workflow' | 'sent workflow';
}

const PINNED: Dialect = { settings: {}, activation: 'request', runs: 'saved workflow' };

/** They end at the start when a module is to be off that they do not know. */
const settings = { N8N_DISABLED_MODULES: '' };

const OLDER: Record<string, Dialect> = {
	'1.100.1': { settings, activation: 'change', runs: 'sent workflow' },
	'2.0.0': { settings, activation: 'request', runs: 'sent workflow' },
};

/** @param version one of the older ones; without it, the one that is pinned */
export function dialectOf(version?: string): Dialect {
	const dialect = version === undefined ? PINNED : OLDER[version];
	if (dialect === undefined) throw new Error(`host/dialect.ts does not know n8n ${version}`);
	return dialect;
}
