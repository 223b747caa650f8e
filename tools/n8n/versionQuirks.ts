/** Where versions of n8n must be addressed in different ways. */
export interface VersionQuirks {
	/** Laid over the usual settings. */
	settings: NodeJS.ProcessEnv;
	/** Whether activation is a request of its own, or a change of the workflow. */
	activation: 'request' | 'change';
	/** Whether a manual run sends the whole workflow. */
	runs: 'saved workflow' | 'sent workflow';
}

const PINNED: VersionQuirks = { settings: {}, activation: 'request', runs: 'saved workflow' };

/** They exit at the start if a module that they do not know is disabled. */
const settings = { N8N_DISABLED_MODULES: '' };

const OLDER: Record<string, VersionQuirks> = {
	'1.100.1': { settings, activation: 'change', runs: 'sent workflow' },
	'2.0.0': { settings, activation: 'request', runs: 'sent workflow' },
};

/** @param version one of the older ones; without it, the one that is pinned */
export function quirksOf(version?: string): VersionQuirks {
	const quirks = version === undefined ? PINNED : OLDER[version];
	if (quirks === undefined)
		throw new Error(`tools/n8n/versionQuirks.ts does not know n8n ${version}`);
	return quirks;
}
