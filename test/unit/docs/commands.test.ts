import { readFileSync } from 'node:fs';

it('the commands of the README are what the run of all suites calls', () => {
	const readme = readFileSync('README.md', 'utf8');
	const [, section = ''] = /^## Development\n(.*?)^## /ms.exec(readme) ?? [];
	const commands = [...section.matchAll(/^\| `(.+?)`/gm)].map(([, command]) => command);
	const run = readFileSync('.ci/run', 'utf8');
	const called = [...run.matchAll(/^(?:jest_)?suite '(.+)' \1 --/gm)].map(([, command]) => command);

	expect(commands).toEqual(['npm start', 'npm test']);
	expect(called.sort()).toEqual(commands);
});
