/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { npm } from '../../install/command.cjs';
import { integrityOf } from '../../n8n/tarball';
import manifest from '../../../package.json';

const TARBALL = `/${manifest.name}/-/package.tgz`;
const MANIFEST = 'package/package.json';

/** Its package.json names it, so npm asks for it even where it installs no peers. */
const PEER = { name: 'n8n-workflow', version: '2.0.0' };

/** An npm registry on loopback that knows one version of this package, and nothing else. */
export interface NpmRegistry {
	/**
	 * Settings of an n8n that installs from it. n8n allows another registry only with a licence, but
	 * looks for npm on the PATH: there it finds one that asks this registry. What n8n itself would
	 * ask of npm's registry and of its makers fails at once, at a proxy that does not exist.
	 */
	settings: NodeJS.ProcessEnv;
	/** Replaces what was offered before. */
	offer(tarball: string): Promise<void>;
	close(): Promise<void>;
}

export async function startNpmRegistry(): Promise<NpmRegistry> {
	const folder = await mkdtemp(path.join(tmpdir(), 'npm-registry-'));
	const offered = {
		content: Buffer.alloc(0),
		integrity: '',
		manifest: { name: '', version: '' },
	};
	const server = Fastify({ forceCloseConnections: true });
	const url = await server
		// The answer is npm's "packument".
		.get(`/${manifest.name}`, async (request, reply) => {
			const { name, version } = offered.manifest;
			const { integrity } = offered;
			const dist = { tarball: `http://${request.host}${TARBALL}`, integrity };
			void reply.header('cache-control', 'no-store');
			const versions = { [version]: { ...offered.manifest, dist } };
			return { name, 'dist-tags': { latest: version }, versions };
		})
		.get(`/${PEER.name}`, async () => {
			const { name, version } = PEER;
			const dist = { tarball: 'http://127.0.0.1:9/', integrity: '' };
			return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...PEER, dist } } };
		})
		.get(TARBALL, async () => offered.content)
		.listen({ host: '127.0.0.1', port: 0 });
	await writeFile(path.join(folder, 'npm'), npmOf(url), { mode: 0o755 });
	return {
		settings: {
			PATH: `${folder}:${process.env.PATH}`,
			HTTPS_PROXY: 'http://127.0.0.1:9',
			npm_config_cache: path.join(folder, 'cache'),
		},
		offer: async (tarball) => {
			const { stdout } = await promisify(execFile)('tar', ['-xzOf', tarball, MANIFEST]);
			offered.manifest = JSON.parse(stdout) as typeof offered.manifest;
			offered.content = await readFile(tarball);
			offered.integrity = await integrityOf(tarball);
		},
		close: async () => {
			await server.close();
			await rm(folder, { recursive: true });
		},
	};
}

/** @returns a program that is npm, but for its registry */
function npmOf(registry: string): string {
	const command = npm()
		.map((word) => `'${word}'`)
		.join(' ');
	return `#!/bin/sh
PATH='${process.env.PATH}'
unset HTTPS_PROXY
exec ${command} "$@" --registry='${registry}'
`;
}
