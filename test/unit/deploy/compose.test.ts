/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import { root } from '../../../tools/install/paths.cjs';
import { ROLES, sharedSettings, type Role } from '../../../tools/queue/queueSettings';
import manifest from '../../../package.json';

const FOLDER = path.join(root, 'deploy');
const PLACE = { port: 5678, scratch: '/run/n8n' };

const service = z.looseObject({
	command: z.array(z.string()).optional(),
	environment: z.record(z.string(), z.string()),
	deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
	tmpfs: z.array(z.string()).default([]),
	image: z.string(),
	build: z.object({ args: z.object({ PACKAGE: z.string() }) }).optional(),
});
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const { services } = z
	.object({ services: z.record(z.string(), service) })
	.parse(parse(read('compose.yaml'), { merge: true }));

/** Values that differ between installations are in angle brackets. */
const settings = sharedSettings({
	postgres: { host: 'postgres', port: 5432, database: 'n8n', user: 'n8n', password: '<secret>' },
	redis: { host: 'redis', port: 6379, password: '<secret>' },
	encryptionKey: '<secret>',
	webhookUrl: '<https URL>',
});

/** Not needed by an n8n on loopback without a proxy; the tests set a time zone elsewhere. */
const BEHIND_A_PROXY = ['N8N_EDITOR_BASE_URL', 'N8N_PROXY_HOPS', 'GENERIC_TIMEZONE'];

function shapeOf(value: string): string {
	if (/^https:\/\/\$\{\w+(:\?[^}]*)?\}\/$/.test(value)) return '<https URL>';
	return /^\$\{\w+:\?[^}]+\}$/.test(value) ? '<secret>' : value;
}

describe('deploy/compose.yaml', () => {
	it.each<[string, Role]>(Object.entries(ROLES))(
		'starts %s as the tests of queue mode do',
		(name, role) => {
			const { command, environment, deploy } =
				services[name] ?? service.parse({ image: '', environment: {} });
			expect([command, deploy.replicas]).toEqual([role.args, role.count]);
			const own = Object.entries(environment).filter(([one]) => !BEHIND_A_PROXY.includes(one));
			const shapes = own.map(([one, value]) => [one, shapeOf(value)]);
			expect(Object.fromEntries(shapes)).toEqual({ ...settings, ...role.settings(PLACE) });
		},
	);

	it('empties the folder of the event log whenever a worker restarts', () => {
		expect(services.worker?.tmpfs).toEqual([`${PLACE.scratch}:mode=700,uid=1000,gid=1000`]);
	});

	it('takes everything that differs between installations from the env file', () => {
		const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
		const offered = [...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
		expect([...new Set(wanted)].sort()).toEqual(offered.sort());
	});

	it('installs this version of the package in one image, which all processes run', () => {
		const { main, ...others } = services;
		const PACKAGE = `\${PACKAGE:-${manifest.name}@${manifest.version}}`;
		expect(main?.build?.args).toEqual({ PACKAGE });
		expect(Object.values(others).filter(({ build }) => build)).toEqual([]);
		const images = Object.keys(ROLES).map((name) => services[name]?.image);
		expect(new Set(images)).toEqual(new Set([main?.image]));
	});
});
