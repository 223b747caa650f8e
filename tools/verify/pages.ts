import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';
import manifest from '../../package.json';
import { readAll } from './package';

const PAGES = '{,{.github,deploy,docs,examples,sandbox,test,tools}/**/}*.md';

interface Page {
	anchors: string[];
	/** Of internal links and images, as paths in the repository. */
	targets: string[];
	/** Images without an alternative text. */
	withoutAlt: string[];
	scripts: string[];
}

/** Broken links, images and commands in the Markdown files of the repository. */
export function pageFindings(): string[] {
	const texts = readAll(root, PAGES);
	const pictures = Object.keys(readAll(root, 'docs/images/*.webp'));
	const all = Object.values(texts).join();
	return [
		...pageFindingsOf(texts, readAll(root, '{credentials,nodes/*}/*.{ts,json}')),
		...pictures
			.filter((picture) => !all.includes(path.basename(picture)))
			.map((picture) => `${picture} is not used in any page`),
	];
}

type Texts = Record<string, string>;

/**
 * Both by their path in the repository.
 * @param sources with absolute links to pages
 */
export function pageFindingsOf(texts: Texts, sources: Texts = {}): string[] {
	const pages = new Map(Object.entries(texts).map(([file, text]) => [file, readPage(text, file)]));
	const isThere = (target: string) => {
		const [place = '', anchor] = target.split('#');
		if (anchor !== undefined) return pages.get(place)?.anchors.includes(anchor) === true;
		return pages.has(place) || existsSync(path.join(root, place));
	};
	const broken = (file: string, targets: string[]) =>
		targets.filter((target) => !isThere(target)).map((target) => `${file}: there is no ${target}`);
	return [
		...[...pages].flatMap(([file, { targets, withoutAlt, scripts }]) => [
			...broken(file, targets),
			...withoutAlt.map((image) => `${file}: ${image} has no alternative text`),
			...scripts
				.filter((script) => !(script in manifest.scripts))
				.map((script) => `${file}: there is no npm script ${script}`),
		]),
		...Object.entries(sources).flatMap(([file, text]) => broken(file, helpLinksIn(text))),
	];
}

/** Links of nodes and credentials to the README and to docs/. */
const helpLinksIn = (text: string) =>
	[...text.matchAll(/readme-ov-file(#[\w-]+)|\/blob\/main\/([\w./#-]+)/g)].map(
		([, anchor, page]) => page ?? `README.md${anchor}`,
	);

function readPage(text: string, file: string): Page {
	const placeOf = (target: string) =>
		target.startsWith('#') ? file + target : path.posix.join(path.posix.dirname(file), target);
	const prose = text.replace(/^ *(`{3,})\w*\n.*?^ *\1 *$/gms, '');
	const bare = prose.replace(/(`+)(.+?)\1/g, '');
	const links = all(bare, /(?<!!)\[(?:[^\][]|!?\[[^\]]*\])*\]\(([^)\s]+)\)/g);
	const images = all(bare, /(?:!\[[^\]]*\]\(|\bsrc(?:set)?=")([^)\s"]+)/g);
	return {
		anchors: anchorsOf(all(prose, /^#{1,6} +(.+)$/gm)),
		targets: [...links, ...images].filter((to) => !/^[a-z]+:/i.test(to)).map(placeOf),
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
