/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod/v4';
import { fillIn, shown } from '../../../bench/nodes/figures';
import { merged, readResults, type Results } from '../../../bench/nodes/results';
import { defineSection } from '../../../bench/nodes/section';
import { SECTIONS } from '../../../bench/nodes/sections';

const DOCS = resolve(__dirname, '../../../docs');
const read = (name: string) => readFileSync(resolve(DOCS, name), 'utf8');
const isChart = (name: string) => /^performance-.*\.svg$/.test(name);

describe('docs/PERFORMANCE.md', () => {
	const results = readResults();
	const { blocks, images } = shown(results, SECTIONS);
	const document = read('PERFORMANCE.md');

	it('shows every block as the committed results render it', () => {
		expect(fillIn(document, blocks)).toBe(document);
	});

	it('has results of all sections, or of none', () => {
		const known = SECTIONS.map(({ name }) => name);
		expect(Object.keys(results?.sections ?? {}).sort()).toEqual(results ? known.sort() : []);
	});

	it('has a place for every section', () => {
		expect(SECTIONS.filter((one) => one.blocks.length === 0)).toEqual([]);
		expect(() => fillIn(document, shown(undefined, SECTIONS).blocks)).not.toThrow();
	});

	it('has the charts that the committed results draw, and shows each', () => {
		const files = readdirSync(resolve(DOCS, 'images')).filter(isChart);
		expect(files.sort()).toEqual(Object.keys(images).sort());
		for (const file of files) {
			expect(read(`images/${file}`)).toBe(images[file]);
			expect(document).toContain(`(images/${file})`);
		}
	});
});

const MACHINE = { cores: 4, cpu: 'Fast One', memoryGb: 16, node: '24.0.0', n8n: '2.0.0' };
const section = defineSection({
	name: 'walks',
	row: z.object({ who: z.string(), km: z.number() }),
	measure: async () => [],
	tables: {
		walks: {
			columns: [
				['Who', ({ who }) => who],
				['km', ({ km }) => km],
			],
		},
		long: {
			columns: [['Who', ({ who }) => who]],
			rows: (rows) => rows.filter(({ km }) => km > 9),
		},
	},
	goals: (rows) =>
		rows.map(({ who, km }) => ({
			goal: `${who} walks 10 km`,
			measured: `${km} km`,
			met: km >= 10,
		})),
});
const results: Results = {
	machine: MACHINE,
	sections: {
		walks: [
			{ who: 'Ann', km: 12 },
			{ who: 'Bo', km: 8.5 },
		],
	},
};

describe('shown', () => {
	it('makes a table of each block, with the rows it asks for', () => {
		const { blocks } = shown(results, [section]);
		expect(blocks.walks).toBe(
			['| Who |  km |', '| --- | --: |', '| Ann |  12 |', '| Bo  | 8.5 |'].join('\n'),
		);
		expect(blocks.long).toBe(['| Who |', '| --- |', '| Ann |'].join('\n'));
	});

	it('tells a missed goal from one that was met', () => {
		const [, , ann, bo] = (shown(results, [section]).blocks.goals ?? '').split('\n');
		expect(ann).toMatch(/Ann walks 10 km .* 12 km .* met \|/);
		expect(bo).toMatch(/Bo walks 10 km .* 8\.5 km .* \*\*missed\*\* \|/);
	});

	it('leaves blocks without results empty', () => {
		const blocks = { machine: '', goals: '', walks: '', long: '' };
		expect(shown(undefined, [section])).toEqual({ blocks, images: {} });
		const others = { machine: MACHINE, sections: {} };
		expect(shown(others, [section]).blocks).toMatchObject({ walks: '', long: '' });
	});

	it('names the machine', () => {
		expect(shown(results, [section]).blocks.machine).toContain('4 cores (Fast One)');
	});

	it('refuses rows that are not of the section', () => {
		const wrong = { machine: MACHINE, sections: { walks: [{ who: 'Ann', km: 'far' }] } };
		expect(() => shown(wrong, [section])).toThrow(/km/);
	});
});

describe('fillIn', () => {
	const page = 'Before\n\n<!-- bench: a -->\n\nold\n\n<!-- /bench -->\n\nAfter\n';

	it('replaces what stands between the markers, and nothing else', () => {
		const filled = 'Before\n\n<!-- bench: a -->\n\n$& new\n\n<!-- /bench -->\n\nAfter\n';
		expect(fillIn(page, { a: '$& new' })).toBe(filled);
	});

	it('empties what has no figures any more', () => {
		const emptied = 'Before\n\n<!-- bench: a -->\n<!-- /bench -->\n\nAfter\n';
		expect(fillIn(page, { a: '' })).toBe(emptied);
		expect(fillIn(emptied, { a: 'old' })).toBe(page);
	});

	it('refuses a block without a place', () => {
		expect(() => fillIn(page, { a: '', b: '' })).toThrow('No place for the blocks b');
	});

	it('refuses a place without a block', () => {
		expect(() => fillIn(page, {})).toThrow('No figures for the blocks a');
	});
});

describe('merged', () => {
	const fresh: Results = { machine: MACHINE, sections: { walks: [1] } };

	it('keeps the other sections of the same machine', () => {
		const old: Results = { machine: { ...MACHINE }, sections: { walks: [0], runs: [2] } };
		expect(merged(old, fresh).sections).toEqual({ walks: [1], runs: [2] });
	});

	it('drops those of another', () => {
		const old: Results = { machine: { ...MACHINE, cores: 2 }, sections: { runs: [2] } };
		expect(merged(old, fresh).sections).toEqual({ walks: [1] });
	});

	it('begins with nothing', () => {
		expect(merged(undefined, fresh)).toEqual(fresh);
	});
});
