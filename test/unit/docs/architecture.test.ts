/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/install/paths.cjs';
import { readAll } from '../../../tools/verify/package';

const page = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8');
const [, overview = ''] = page.split('```');
const texts = readAll(root, '{index,nodes/**/*}.ts');
const sources = Object.keys(texts);
const namesOf = (files: string[]) => files.map((file) => path.basename(file, '.ts')).sort();

/** The names in the last column, from the first folder on, without those in brackets. */
function listedNames(): string[] {
	const [, folders = ''] = overview.split(/\n(?= {2}api\/)/);
	const columns = folders.split('\n').map((line) => line.split(/ {2,}/).at(-1) ?? '');
	return columns.flatMap((list) => list.replace(/\(.*\)/, '').match(/\w+/g) ?? []);
}

describe('docs/ARCHITECTURE.md', () => {
	it('lists exactly the files of the folders', () => {
		const folders =
			'nodes/*/{api,actions,actions/wrappers,transport,transport/*,trigger,trigger/*,methods,approval}/*.ts';
		const files = namesOf(Object.keys(readAll(root, folders)));
		expect(listedNames().sort()).toEqual(files);
		expect(files).toContain('registry');
	});

	it('names only files that exist', () => {
		const named = [...page.matchAll(/`(?:[\w/]+\/)?([\w.]+)\.ts`/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !namesOf(sources).includes(name))).toEqual([]);
	});

	it('has a row for each memory of the process', () => {
		const [, table = ''] = /^## What the process remembers$(.*?)^## /ms.exec(page) ?? [];
		const isMemory = (text = '') =>
			/^(const|\tprivate static) .* new (Weak|Expiring)?Map</m.test(text);
		const owners = namesOf(sources.filter((file) => isMemory(texts[file])));
		expect(owners.length).toBeGreaterThan(10);
		expect(owners.filter((name) => !table.includes(`\`${name}.ts\``))).toEqual([]);
	});
});
