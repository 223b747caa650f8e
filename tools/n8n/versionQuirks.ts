/** Differences between versions of n8n. */
export interface VersionQuirks {
	/** Override the usual ones. */
	settings: NodeJS.ProcessEnv;
	/** A separate request, or a change of the workflow. */
	activation: 'request' | 'change';
	/** Of manual runs. */
	runs: 'saved workflow' | 'sent workflow';
}

const PINNED: VersionQuirks = { settings: {}, activation: 'request', runs: 'saved workflow' };

/** They refuse to start with an unknown module here. */
const settings = { N8N_DISABLED_MODULES: '' };

const OLDER: Record<string, VersionQuirks> = {
	'1.100.1': { settings, activation: 'change', runs: 'sent workflow' },
	'1.123.81': { settings, activation: 'change', runs: 'sent workflow' },
	'2.0.0': { settings, activation: 'request', runs: 'sent workflow' },
};

/** @param version by default the pinned one */
export function quirksOf(version?: string): VersionQuirks {
	const quirks = version === undefined ? PINNED : OLDER[version];
	if (quirks === undefined)
		throw new Error(`tools/n8n/versionQuirks.ts does not know n8n ${version}`);
	return quirks;
}
