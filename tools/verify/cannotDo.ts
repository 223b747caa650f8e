import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';

interface Call {
	method: string;
	/** Such as `/api/v1/boards/{id}`. */
	path: string;
}

export function cannotDoFindings(): string[] {
	const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
	return cannotDoFindingsOf(read('README.md'), read('docs/API.md'));
}

/** What "What it cannot do" in the README names, although docs/API.md has a call that does it. */
export function cannotDoFindingsOf(readme: string, api: string): string[] {
	const [, sentence] = /\*\*What it cannot do\*\*[^:]*: ([^.]+)\./.exec(readme) ?? [];
	if (sentence === undefined) return ['README.md has no sentence "What it cannot do"'];
	return callsIn(api).flatMap((call) =>
		sentence
			.split('; ')
			.flatMap((clause) => contradictionsOf(clause, call))
			.map((claim) => {
				const what = `${call.method} ${call.path} of docs/API.md`;
				return `README.md: "What it cannot do" names "${claim}", but there is ${what}`;
			}),
	);
}

/** A heading such as `## POST /api/v1/boards, tasks` names two calls. */
function callsIn(api: string): Call[] {
	const headings = api.matchAll(/^## ([A-Z]+) (\/api\/v1\/)(\S.*)$/gm);
	return [...headings].flatMap(([, method = '', base = '', places = '']) =>
		places.split(', ').map((place) => ({ method, path: base + place })),
	);
}

/** @param clause such as `update or delete boards` */
function contradictionsOf(clause: string, call: Call): string[] {
	const words: string[] = clause.match(/\w+/g) ?? [];
	const resource = words.at(-1) ?? '';
	if (!call.path.split('/').includes(resource)) return [];
	const verbs = verbsOf(call).filter((verb) => words.includes(verb));
	return verbs.map((verb) => `${verb} ${resource}`);
}

/** In the words of the README. */
function verbsOf({ method, path }: Call): string[] {
	if (method === 'GET') return ['read', 'list'];
	if (method === 'DELETE') return ['delete'];
	const isOfOne = path.includes('{');
	return method === 'POST' && !isOfOne ? ['create'] : ['update'];
}
