/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { failureOf } from '../../tools/n8n/api/executions';
import { NO_EDITOR } from '../../tools/n8n/presets';
import { integrityOf } from '../../tools/n8n/tarball';
import { name, version } from '../../package.json';
import { openTestEnvironment, type OwnTestEnvironment } from '../support/n8n/environment';
import { startNpmRegistry, type NpmRegistry } from '../support/n8n/npmRegistry';
import { readShared } from '../support/n8n/sharedN8n';
import {
	action,
	ACTION_TYPE,
	chain,
	LIST_BOARDS,
	manualTrigger,
	TRIGGER_TYPE,
} from '../../tools/n8n/workflow';

/* What a user meets: each way to install × unverified packages on (n8n 2) or off (n8n 3). */

const ROUTE = '/rest/community-packages';
const PACKED = readShared()?.tarball ?? '';
const NODES = [ACTION_TYPE, TRIGGER_TYPE].map((type) => ({ name: type, version: 1 }));
const FORBIDDEN = 'Installation of unverified community packages is forbidden!';

const unverified = (setting: 'on' | 'off') => ({
	N8N_UNVERIFIED_PACKAGES_ENABLED: String(setting === 'on'),
});
const REINSTALL = { N8N_REINSTALL_MISSING_PACKAGES: 'true' };

/** The settings from docs/INSTALL.md. */
const managed = (...packages: object[]) => ({
	N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
	N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
});

let registry: NpmRegistry;
let environment: OwnTestEnvironment;

async function open(settings: NodeJS.ProcessEnv, install?: (home: string) => Promise<string>) {
	environment = await openTestEnvironment({
		settings: { ...NO_EDITOR, ...registry.settings, ...settings },
		install: install ?? (async () => 'nothing'),
	});
}

/** Like a container without a volume; n8n's database stays. */
async function emptyFolder(): Promise<void> {
	await rm(join(environment.home, '.n8n/nodes'), { recursive: true });
}

async function isInstalled(): Promise<boolean> {
	const list = environment.session.rest('POST', '/rest/node-types', { nodeInfos: NODES });
	return await list.then(
		() => true,
		({ message }: Error) => {
			expect(message).toContain(`Unrecognized node type: ${ACTION_TYPE}`);
			return false;
		},
	);
}

async function expectRuns(): Promise<void> {
	const service = await environment.openService();
	const workflow = chain(manualTrigger(), action(LIST_BOARDS));
	expect(failureOf(await environment.runWorkflow(workflow, service))).toBeUndefined();
}

const press = async (method: 'POST' | 'PATCH') =>
	await environment.session.rest(method, ROUTE, { name });

beforeAll(async () => {
	registry = await startNpmRegistry();
	await registry.offer(PACKED);
});
afterAll(async () => await registry?.close());

describe('the editor, with unverified packages', () => {
	beforeAll(async () => await open(unverified('on')));
	afterAll(async () => await environment?.close());

	it('on: installs and updates', async () => {
		await press('POST');
		await press('PATCH');
		expect(await isInstalled()).toBe(true);
	});

	it('off: keeps installed packages but updates nothing', async () => {
		await environment.restart(unverified('off'));
		await expect(press('PATCH')).rejects.toThrow(FORBIDDEN);
		expect(await isInstalled()).toBe(true);
		await expectRuns();
	});

	it('off: does not install or reinstall into an empty folder', async () => {
		await emptyFolder();
		await environment.restart({ ...unverified('off'), ...REINSTALL });
		expect(environment.n8n.log()).toContain(
			`Failed to reinstall community package ${name}: ${FORBIDDEN}`,
		);
		expect(await isInstalled()).toBe(false);
		await expect(press('POST')).rejects.toThrow(FORBIDDEN);
	});

	it('on: reinstalls into an empty folder', async () => {
		await environment.restart({ ...unverified('on'), ...REINSTALL });
		expect(await isInstalled()).toBe(true);
	});
});

describe('npm in the folder, with unverified packages', () => {
	afterAll(async () => await environment?.close());

	it('off: installs', async () => {
		await open(unverified('off'), async (home) => {
			const cwd = join(home, '.n8n/nodes');
			// As before the first start of n8n, in a home that npm would use instead.
			await rm(cwd, { recursive: true, force: true });
			await mkdir(cwd, { recursive: true });
			await writeFile(join(home, 'package.json'), '{}');
			const env = { ...process.env, ...registry.settings };
			const words = ['install', '--prefix', '.', '--omit=peer', name];
			await promisify(execFile)('npm', words, { cwd, env });
			return cwd;
		});
		expect(await isInstalled()).toBe(true);
		await expectRuns();
	});
});

describe('management by environment, with unverified packages', () => {
	const entry = { name, version };
	let checksum: string;

	beforeAll(async () => {
		checksum = await integrityOf(PACKED);
		await open({ ...unverified('on'), ...managed(entry) });
	});
	afterAll(async () => await environment?.close());

	it('on: installs without a checksum', async () => {
		expect(await isInstalled()).toBe(true);
	});

	it('off: removes packages that are not listed', async () => {
		await environment.restart({ ...unverified('off'), ...managed() });
		expect(await isInstalled()).toBe(false);
	});

	it('off: does not let n8n start without a checksum', async () => {
		const restart = environment.restart({ ...unverified('off'), ...managed(entry) });
		await expect(restart).rejects.toThrow(
			`no checksum available for '${name}@${version}' and unverified packages are disabled`,
		);
	});

	it('off: does not install a package with another checksum', async () => {
		const other = { ...entry, checksum: checksum.replace(/.{10}$/, 'AAAAAAAAA=') };
		await environment.restart({ ...unverified('off'), ...managed(other) });
		expect(environment.n8n.log()).toContain(
			`Failed to install community package '${name}@${version}' from env`,
		);
		expect(await isInstalled()).toBe(false);
	});

	it('off: installs with the checksum', async () => {
		await environment.restart({ ...unverified('off'), ...managed({ ...entry, checksum }) });
		expect(await isInstalled()).toBe(true);
		await expectRuns();
	});

	it('off: does not reinstall into an empty folder, because the database has the version', async () => {
		await emptyFolder();
		const settings = { ...unverified('off'), ...managed({ ...entry, checksum }) };
		await environment.restart({ ...settings, ...REINSTALL });
		expect(await isInstalled()).toBe(false);
	});

	it('on: reinstalls into an empty folder', async () => {
		const settings = { ...unverified('on'), ...managed({ ...entry, checksum }) };
		await environment.restart({ ...settings, ...REINSTALL });
		expect(await isInstalled()).toBe(true);
	});
});
