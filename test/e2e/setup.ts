import { installFor } from '../support/n8n/installFor';
import { attachHost, isExternalN8n } from '../../tools/n8n/attachment';
import { openHost } from '../../tools/n8n/host';
import { NO_EDITOR } from '../../tools/n8n/presets';
import { installTarball, pack } from '../../tools/n8n/tarball';
import { announceShared } from '../support/n8n/sharedN8n';

const PRELOADED = ['./importProbe.cjs', './waitTracker.cjs'].map((file) => require.resolve(file));

/** The n8n that the suites share. */
export default async function startShared(): Promise<void> {
	installFor('--host', '--tests');
	const { host, tarball } = isExternalN8n() ? await attach() : await start();
	announceShared(host, tarball);
	Object.assign(globalThis, { closeSharedN8n: host.close });
}

async function attach() {
	const host = await attachHost();
	return { host, tarball: host.tarball };
}

/** With debug logs, and isolates only for expressions: events cost less. */
async function start() {
	let tarball = '';
	const host = await openHost({
		settings: {
			...NO_EDITOR,
			N8N_LOG_LEVEL: 'debug',
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			NODE_OPTIONS: PRELOADED.map((file) => `--require ${JSON.stringify(file)}`).join(' '),
		},
		install: async (home) => {
			tarball = await pack(home);
			return await installTarball(tarball, home);
		},
	});
	return { host, tarball };
}
