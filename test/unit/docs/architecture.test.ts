import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/install/paths.cjs';
import { readAll } from '../../../tools/verify/package';

const page = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8');
const texts = readAll(root, '{index,nodes/**/*}.ts');
const sources = Object.keys(texts);
const namesOf = (files: string[]) => files.map((file) => path.basename(file, '.ts')).sort();

describe('docs/ARCHITECTURE.md', () => {
	it('names only files that exist', () => {
		const named = [...page.matchAll(/`(?:[\w/]+\/)?([\w.]+)\.ts`/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !namesOf(sources).includes(name))).toEqual([]);
	});

	it('has a row for each memory of the process', () => {
		const [, table = ''] = /^## What the process remembers$(.*?)^## /ms.exec(page) ?? [];
		const isMemory = (text = '') =>
			/^(const|\tprivate static) .* new (Weak|ExpiringBounded)?Map</m.test(text);
		const owners = namesOf(sources.filter((file) => isMemory(texts[file])));
		expect(owners).toContain('limiter');
		expect(owners.filter((name) => !table.includes(`\`${name}.ts\``))).toEqual([]);
	});
});
