/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { root } from '../install/paths.cjs';
import manifest from '../../package.json';
import { readAll } from './package';

const PAGES = '{,{.github,deploy,docs,examples,sandbox,test,tools}/**/}*.md';

interface Page {
	anchors: string[];
	/** Of internal links and images. */
	targets: string[];
	/** Images without an alternative text. */
	withoutAlt: string[];
	scripts: string[];
}

/** Broken links, images and commands in the Markdown files of the repository. */
export function pageFindings(): string[] {
	const texts = readAll(root, PAGES);
	const pictures = Object.keys(readAll(root, 'docs/images/*'));
	const all = Object.values(texts).join();
	return [
		...pageFindingsOf(texts),
		...pictures
			.filter((picture) => !all.includes(path.basename(picture)))
			.map((picture) => `${picture} is not used in any page`),
		...helpFindings(readPage(texts['README.md'] ?? '').anchors),
	];
}

/** @param texts the pages by their path in the repository */
export function pageFindingsOf(texts: Record<string, string>): string[] {
	const pages = new Map(Object.entries(texts).map(([file, text]) => [file, readPage(text)]));
	return [...pages].flatMap(([file, { targets, withoutAlt, scripts }]) => [
		...targets.flatMap((target) => {
			const [name = '', anchor] = target.split('#');
			const folder = path.posix.dirname(file);
			const place = name === '' ? file : path.posix.join(folder, decodeURI(name));
			if (!pages.has(place) && !existsSync(path.join(root, place))) {
				return [`${file}: there is no ${target}`];
			}
			const isThere = anchor === undefined || pages.get(place)?.anchors.includes(anchor);
			return isThere ? [] : [`${file}: there is no heading ${target}`];
		}),
		...withoutAlt.map((image) => `${file}: ${image} has no alternative text`),
		...scripts
			.filter((script) => !(script in manifest.scripts))
			.map((script) => `${file}: there is no npm script ${script}`),
	]);
}

/** Links in nodes and credentials to the README and to docs/. */
function helpFindings(anchors: string[]): string[] {
	const sources = Object.entries(readAll(root, '{credentials,nodes/*}/*.{ts,json}'));
	return sources.flatMap(([file, text]) => [
		...[...text.matchAll(/readme-ov-file#([\w-]+)/g)]
			.filter(([, anchor = '']) => !anchors.includes(anchor))
			.map(([link]) => `${file}: README.md has no heading for ${link}`),
		...[...text.matchAll(/\/blob\/main\/([^"'#]+)/g)]
			.filter(([, page = '']) => !existsSync(path.join(root, page)))
			.map(([, page]) => `${file}: there is no ${page}`),
		...codexFindings(file, text),
	]);
}

const codex = z.object({
	resources: z.object({ primaryDocumentation: z.array(z.object({ url: z.string() })) }),
});

/** n8n appends `?utm_source=…` to these, which breaks anchors. */
function codexFindings(file: string, text: string): string[] {
	if (!file.endsWith('.node.json')) return [];
	const { primaryDocumentation } = codex.parse(JSON.parse(text)).resources;
	return primaryDocumentation
		.filter(({ url }) => /[?#]/.test(url))
		.map(({ url }) => `${file}: n8n appends a query to ${url}, so it must not have an anchor`);
}

function readPage(text: string): Page {
	const prose = text.replace(/^ *(`{3,})\w*\n.*?^ *\1 *$/gms, '');
	const bare = prose.replace(/(`+)(.+?)\1/g, '');
	const links = all(bare, /(?<!!)\[(?:[^\][]|!?\[[^\]]*\])*\]\(([^)\s]+)\)/g);
	const images = all(bare, /(?:!\[[^\]]*\]\(|\bsrc(?:set)?=")([^)\s"]+)/g);
	return {
		anchors: anchorsOf(all(prose, /^#{1,6} +(.+)$/gm)),
		targets: [...links, ...images].filter((target) => !/^[a-z]+:/i.test(target)),
		withoutAlt: all(bare, /!\[\s*\]\(([^)]+)\)/g),
		scripts: all(text, /\bnpm run (?:--silent )?([\w:-]+)/g),
	};
}

/** As on GitHub: lower case, no punctuation, hyphens for spaces, a number for a repeated name. */
function anchorsOf(headings: string[]): string[] {
	const plain = headings.map((heading) =>
		heading
			.replace(/\]\([^)]*\)/g, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
	return plain.map((name, index) => {
		const before = plain.slice(0, index).filter((other) => other === name).length;
		return before === 0 ? name : `${name}-${before}`;
	});
}

const all = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map((found) => found.at(-1) ?? '');
