/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../host/paths.cjs';
import manifest from '../../../package.json';
import { readPages, type Page } from '../../support/markdown';

const pages = readPages();

/** A command, and the file with the words that prove that a test or CI runs it. */
const RUN: Array<[command: RegExp, file: string, proof: string | RegExp]> = [
	[/^bash \.ci\/run$/, '.github/workflows/ci.yml', 'run: bash .ci/run'],
	[/^npm test$/, '.ci/run', /^npm test /m],
	[/^npm start$/, '.ci/run', /^npm start /m],
	[/^npm run types$/, 'package.json', '&& npm run types &&'],
	[/^npm run verify$/, 'package.json', '&& npm run verify &&'],
	[/^npm run test:(unit|sandbox|engine|e2e)/, 'package.json', 'npm run verify && jest"'],
	[/^npm run verify -- --release /, 'test/e2e/verify.test.ts', "'--release'"],
	[/^npm run verify -- --keep /, '.github/workflows/publish.yml', '--keep'],
	[/^git apply operation\.diff$/, 'test/support/worked-diff.ts', "['apply', "],
	[/^npm run (--silent )?sandbox( -- --(json|seed) ?\d*)?$/, 'test/sandbox/main.test.ts', '--json'],
	[/^npm run sandbox -- --assumptions /, 'test/sandbox/main.test.ts', "'--assumptions'"],
	[/^npm run sandbox -- --port /, 'test/sandbox/durability.test.ts', "'--database'"],
	[/^curl \$URL\/api\/v1\//, 'test/sandbox/facts.test.ts', '/api/v1/'],
	[/^curl \$URL\/sandbox\/faults /, 'test/sandbox/faults.test.ts', '/sandbox/faults'],
	[
		/^curl \$URL\/sandbox\/webhooks\/1\/deliveries /,
		'test/sandbox/by-hand.test.ts',
		'/webhooks/1/deliveries',
	],
	[/^npm pack --ignore-scripts$/, 'host/tarball.ts', "npm('pack', '--ignore-scripts'"],
	[/^n8n-node build$/, 'host/build.ts', 'n8n-node'],
];

/** A command that neither a test nor CI can run, and the reason. */
const NOT_RUN: Array<[command: RegExp, reason: string]> = [
	[
		/^(cd deploy$|cp env\.example |docker compose )/,
		'needs Docker; compose.test.ts compares it with test:scale',
	],
	[/^npm run test:scale$/, 'is a test itself, and needs PostgreSQL and Redis'],
	[/^npm run test:compat$/, 'is a test itself, and installs two more n8n'],
	[/^npm run bench(:sandbox)?$/, 'measures the machine, and needs it for itself'],
	[/^npm run lint:fix$/, 'changes the files; CI runs the same without --fix'],
	[/^node --import tsx (host|sandbox)\/screenshots\.ts$/, 'changes the pictures'],
	[
		/^node --import tsx test\/fixtures\/previous\/replace\.ts$/,
		'changes what an upgrade starts from',
	],
	[
		/^(mkdir -p ~\/\.n8n\/nodes |npm (install --omit=peer|uninstall) )/,
		'needs the published package',
	],
	[/^npm run build && npm pack$/, 'leaves a file; the tests build and pack by themselves'],
	[/^apt-get install /, 'changes the machine; .ci/run does the same for what it needs'],
	[/^git (clone|tag) |^cd n8n-nodes/, 'needs a fork or the repository on GitHub'],
	[/^npm (publish|version) /, 'publishes'],
	[/^(URL|TOKEN)=/, 'sets a variable for the lines that follow'],
];

const PROGRAM = /^(?:npm|npx|node|bash|git|docker|curl|cp|cd|mkdir|apt-get|n8n-node) \S/;

/** The lines of a block that a person is to type, joined where they go on, without remarks. */
function linesOf({ language, text }: Page['blocks'][number]): string[] {
	const lines = text.replaceAll(/ *\\\n */g, ' ').split('\n');
	const isShell = ['sh', 'bash'].includes(language) || (language === '' && PROGRAM.test(text));
	return isShell ? lines.map((line) => line.replace(/\s+#.*$/, '')).filter(Boolean) : [];
}

const isCommand = (code: string) => PROGRAM.test(code) && !code.includes('. ');
const commands = pages.flatMap(({ file, blocks, codes }) =>
	[...blocks.flatMap(linesOf), ...codes.filter(isCommand)].map((command) => ({ file, command })),
);
const known = [...RUN, ...NOT_RUN].map(([pattern]) => pattern);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the commands in the pages', () => {
	it('are found in blocks and sentences', () => {
		const found = commands.map(({ command }) => command);
		const some = ['npm start', 'bash .ci/run', 'docker compose up --detach --build --wait'];
		expect(found).toEqual(expect.arrayContaining(some));
	});

	it('name scripts that exist', () => {
		const scripts = commands.flatMap(({ command }) =>
			[...command.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(start|test)\b)/g)].map(
				([, script, short]) => script ?? short,
			),
		);
		expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
	});

	it('name files that exist', () => {
		const files = commands.flatMap(({ command }) =>
			[...command.matchAll(/(?:node --import tsx|bash) (\S+)|-- (test\/\S+)/g)].map(
				([, file, tests]) => file ?? tests ?? '',
			),
		);
		expect(files).toContain('host/screenshots.ts');
		expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	it('are each run by a test or CI, or listed with the reason why not', () => {
		const unknown = commands.filter(({ command }) => !known.some((one) => one.test(command)));
		expect(unknown).toEqual([]);
	});

	it('are the only ones that are listed', () => {
		const idle = known.filter((one) => !commands.some(({ command }) => one.test(command)));
		expect(idle).toEqual([]);
	});

	it.each(RUN)('%s is run by %s', (_, file, proof) => {
		expect(read(file)).toEqual(
			typeof proof === 'string' ? expect.stringContaining(proof) : expect.stringMatching(proof),
		);
	});
});
