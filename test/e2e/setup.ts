/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { openHost } from '../../host/environment';
import { NO_RUNNER } from '../../host/presets';
import { installTarball, pack } from '../../host/tarball';
import { announceShared } from '../../testkit/sharedN8n';

const PROBE = require.resolve('./importProbe.cjs');

/** The n8n that the suites share: with the editor, and with all that it logs. */
export default async function startShared(): Promise<void> {
	let tarball = '';
	const host = await openHost({
		settings: {
			...NO_RUNNER,
			N8N_LOG_LEVEL: 'debug',
			NODE_OPTIONS: `--require ${JSON.stringify(PROBE)}`,
		},
		install: async (home) => {
			tarball = await pack(home);
			return await installTarball(tarball, home);
		},
	});
	announceShared(host, tarball);
	Object.assign(globalThis, { closeSharedN8n: host.close });
}
