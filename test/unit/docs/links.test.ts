/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../host/paths.cjs';
import manifest from '../../../package.json';
import { readAll } from '../../../verify/package';
import { readPage, readPages } from '../../support/markdown';

const pages = readPages();
const isExternal = (target: string) => /^[a-z]+:/i.test(target);

/** Every address outside the repository that the pages lead to. Nothing is asked of the network. */
const ADDRESSES = [
	'https://docs.n8n.io/integrations/creating-nodes/deploy/submit-community-nodes/',
	'https://n8n.io',
	'https://nodejs.org',
	'https://semver.org',
	'https://www.conventionalcommits.org',
];

/** The file and heading that a link leads to, from the page it stands on. */
function placeOf(file: string, target: string) {
	const [name = '', anchor] = target.split('#');
	const place = name === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(name));
	return { place: place.replace(/\/$/, ''), anchor };
}

function fault(file: string, target: string): string | undefined {
	const { place, anchor } = placeOf(file, target);
	if (!existsSync(path.join(root, place))) return `${file}: there is no ${target}`;
	const headings = pages.find((page) => page.file === place)?.anchors;
	const isThere = anchor === undefined || headings?.includes(anchor) === true;
	return isThere ? undefined : `${file}: there is no heading ${target}`;
}

describe('the pages', () => {
	it('are found', () => {
		const files = pages.map(({ file }) => file);
		expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/API.md', 'deploy/README.md']));
	});

	it.each(pages.map((page) => [page.file, page] as const))(
		'%s leads to files and headings that exist',
		(file, { links, images }) => {
			const inside = [...links, ...images].filter((target) => !isExternal(target));
			expect(inside.flatMap((target) => fault(file, target) ?? [])).toEqual([]);
		},
	);

	it('lead outside only to addresses that are listed', () => {
		const found = pages.flatMap(({ links, images }) => [...links, ...images]).filter(isExternal);
		expect([...new Set(found)].sort()).toEqual(ADDRESSES);
		for (const address of ADDRESSES) expect(new URL(address).protocol).toBe('https:');
	});

	it('show every picture, and no other', () => {
		const shown = pages.flatMap(({ file, links, images }) =>
			[...links, ...images].map((target) => placeOf(file, target).place),
		);
		const pictures = Object.keys(readAll(root, 'docs/images/*'));
		expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	});

	it('say what a picture shows', () => {
		const silent = Object.entries(readAll(root, '{docs/,}*.md')).flatMap(([file, text]) =>
			[...text.matchAll(/!\[\s*\]\(([^)]+)\)/g)].map(([, image]) => `${file}: ${image}`),
		);
		expect(silent).toEqual([]);
	});

	it('are where the credentials and nodes send people for help', () => {
		const sources = Object.values(readAll(root, '{credentials,nodes/*}/*.{ts,json}')).join();
		const anchors = [...sources.matchAll(/readme-ov-file#([\w-]+)/g)].map(([, anchor]) => anchor);
		const readme = pages.find(({ file }) => file === 'README.md')?.anchors;
		expect(anchors).not.toEqual([]);
		expect(readme).toEqual(expect.arrayContaining(anchors));
	});

	it('are about this package', () => {
		const install = pages[pages.findIndex(({ file }) => file === 'README.md')]?.blocks[0]?.text;
		expect(install).toContain(`npm install --omit=peer ${manifest.name}\n`);
	});
});

describe('the reader of pages', () => {
	it('finds what GitHub shows, and nothing in code', () => {
		const text =
			'# A `b` & C\n\n[x](y.md#z) `[no](no.md)` ![p](p.webp)\n\n```sh\n[no](no.md)\n```\n## D\n## D\n';
		expect(readPage('README.md', text)).toMatchObject({
			anchors: ['a-b--c', 'd', 'd-1'],
			links: ['y.md#z'],
			images: ['p.webp'],
			blocks: [{ language: 'sh', text: '[no](no.md)\n' }],
		});
	});
});
