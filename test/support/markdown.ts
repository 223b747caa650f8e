import { root } from '../../host/paths.cjs';
import { readAll } from '../../verify/package';

/** What a page of the documentation holds that can go wrong. */
export interface Page {
	file: string;
	anchors: string[];
	links: string[];
	images: string[];
	blocks: Array<{ language: string; text: string }>;
	codes: string[];
}

const FENCE = /^ *(`{3,})(\w*)\n(.*?)^ *\1 *$/gms;
const CODE = /(`+)(.+?)\1/g;

export function readPages(): Page[] {
	const texts = readAll(
		root,
		'{,{.github,bench,deploy,docs,examples,host,sandbox,test,verify}/**/}*.md',
	);
	return Object.entries(texts).map(([file, text]) => readPage(file, text));
}

export function readPage(file: string, text: string): Page {
	const blocks = all(text, FENCE).map(([, , language = '', body = '']) => ({
		language,
		text: body,
	}));
	const prose = text.replace(FENCE, '');
	const bare = prose.replace(CODE, '');
	return {
		file,
		blocks,
		anchors: anchorsOf(all(prose, /^#{1,6} +(.+)$/gm).map(second)),
		links: all(bare, /(?<!!)\[(?:[^\][]|!?\[[^\]]*\])*\]\(([^)\s]+)\)/g).map(second),
		images: all(bare, /(?:!\[[^\]]*\]\(|\bsrc(?:set)?=")([^)\s"]+)/g).map(second),
		codes: all(prose.replace(/^#.*$/gm, ''), CODE).map(([, , code = '']) => code),
	};
}

/** GitHub's: small letters, no punctuation, hyphens for spaces, a number for the second of a name. */
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

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];
const second = ([, value = '']: RegExpMatchArray) => value;
