/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../../tools/install/paths.cjs';

/** In a process of its own: jest does not load ES modules. */
function printed(command: string, counts: { tools: number; n8n: number }): string {
	const plan = `printPlan(planFor(${JSON.stringify(counts)}))`;
	const code = `import { planFor, printPlan } from './tools/install/plan.mjs'; ${plan}`;
	const env = { ...process.env, npm_lifecycle_event: command };
	const words = ['--input-type=module', '-e', code];
	return spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' }).stderr;
}

const SIZE = /It downloads about \d+ MB and needs [\d.]+ GB of disk space\.\n$/;

describe('what an installation says first', () => {
	it.each([
		[
			'start',
			{ tools: 1, n8n: 0 },
			'This takes about 2 minutes in total.\nOf these, about 1 is for the installation, which is needed only once. ',
		],
		[
			'start',
			{ tools: 1, n8n: 1 },
			'This takes about 5 minutes in total.\nOf these, about 4 are for the installation, which is needed only once. ',
		],
		[
			'sandbox',
			{ tools: 1, n8n: 0 },
			'The installation takes about 1 minute, and is needed only once. ',
		],
		[
			'lint',
			{ tools: 1, n8n: 1 },
			'The installation takes about 4 minutes, and is needed only once. ',
		],
	])('of %s with %j', (command, counts, text) => {
		const output = printed(command, counts);

		expect(output).toMatch(SIZE);
		expect(output.replace(SIZE, '')).toBe(text);
	});

	it('is what the README says of npm start', () => {
		const output = printed('start', { tools: 1, n8n: 1 });
		const figures = output.match(/about \d+ (minutes|MB)|[\d.]+ GB of disk space/g) ?? [];
		const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

		expect(figures).toHaveLength(3);
		expect(figures.filter((figure) => !readme.includes(figure))).toEqual([]);
	});

	it('is only the time when everything is installed', () => {
		const none = { tools: 0, n8n: 0 };

		expect(printed('test', none)).toBe('This takes about 5 minutes in total.\n');
		expect(printed('sandbox', none)).toBe('');
	});
});
