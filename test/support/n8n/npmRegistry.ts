/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { npm } from '../../../tools/install/command.cjs';
import { integrityOf } from '../../../tools/n8n/tarball';
import manifest from '../../../package.json';

const TARBALL = `/${manifest.name}/-/package.tgz`;
const MANIFEST = 'package/package.json';

/** npm requests it because package.json names it, even if it installs no peers. */
const PEER = { name: 'n8n-workflow', version: '2.0.0' };

/** An npm registry on loopback with one version of this package. */
export interface NpmRegistry {
	/**
	 * Settings of an n8n that installs from it. n8n allows another registry only with a license, but
	 * finds npm on the PATH: there is one that uses this registry. n8n's own outgoing requests fail at
	 * once, at a proxy that does not exist.
	 */
	settings: NodeJS.ProcessEnv;
	/** Replaces the previous one. */
	offer(tarball: string): Promise<void>;
	close(): Promise<void>;
}

export async function startNpmRegistry(): Promise<NpmRegistry> {
	const folder = await mkdtemp(path.join(tmpdir(), 'npm-registry-'));
	const current = {
		content: Buffer.alloc(0),
		integrity: '',
		manifest: { name: '', version: '' },
	};
	const server = Fastify({ forceCloseConnections: true });
	const url = await server
		// npm's "packument".
		.get(`/${manifest.name}`, async (request, reply) => {
			const { name, version } = current.manifest;
			const { integrity } = current;
			const dist = { tarball: `http://${request.host}${TARBALL}`, integrity };
			void reply.header('cache-control', 'no-store');
			const versions = { [version]: { ...current.manifest, dist } };
			return { name, 'dist-tags': { latest: version }, versions };
		})
		.get(`/${PEER.name}`, async () => {
			const { name, version } = PEER;
			const dist = { tarball: 'http://127.0.0.1:9/', integrity: '' };
			return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...PEER, dist } } };
		})
		.get(TARBALL, async () => current.content)
		.listen({ host: '127.0.0.1', port: 0 });
	await writeFile(path.join(folder, 'npm'), npmScript(url), { mode: 0o755 });
	return {
		settings: {
			PATH: `${folder}:${process.env.PATH}`,
			HTTPS_PROXY: 'http://127.0.0.1:9',
			npm_config_cache: path.join(folder, 'cache'),
		},
		offer: async (tarball) => {
			const { stdout } = await promisify(execFile)('tar', ['-xzOf', tarball, MANIFEST]);
			current.manifest = JSON.parse(stdout) as typeof current.manifest;
			current.content = await readFile(tarball);
			current.integrity = await integrityOf(tarball);
		},
		close: async () => {
			await server.close();
			await rm(folder, { recursive: true });
		},
	};
}

/** npm with another registry. */
function npmScript(registry: string): string {
	const command = npm()
		.map((word) => `'${word}'`)
		.join(' ');
	return `#!/bin/sh
PATH='${process.env.PATH}'
unset HTTPS_PROXY
exec ${command} "$@" --registry='${registry}'
`;
}
