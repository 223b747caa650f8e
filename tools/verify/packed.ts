/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { root } from '../install/paths.cjs';
import { sourceOf } from './package';

type Json = Record<string, unknown>;

/** What n8n's verification requires of package.json and its linter does not check. */
const rules = z.looseObject({
	repository: z.object({
		url: z.string().regex(/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/, 'must be on GitHub'),
	}),
	// n8n's build copies all images, including those of the documentation.
	files: z.tuple([z.literal('dist'), z.literal('!dist/docs')]),
	n8n: z.looseObject({ strict: z.literal(true) }),
	optionalDependencies: z.undefined(),
	bundleDependencies: z.undefined(),
});

/** @param manifest the packed package.json */
export function manifestFindings(manifest: Json): string[] {
	const issues = rules.safeParse(manifest).error?.issues ?? [];
	return issues.map(({ path: at, message }) => `package.json: ${at.join('.')}: ${message}`);
}

/** The files beside those that are built from published sources. */
const OTHERS = ['LICENSE', 'README.md', 'package.json'];
const BUILT = /^dist\/(index|icons|credentials|nodes)\b/;

/** @param packed paths in the tarball, below its `package/` */
export function fileFindings(packed: string[], { main, types, n8n }: Json): string[] {
	const { nodes, credentials } = n8n as { nodes: string[]; credentials: string[] };
	const required = [main, types, ...nodes, ...credentials, ...OTHERS].map(String);
	const isBuilt = (file: string) => BUILT.test(file) && existsSync(path.join(root, sourceOf(file)));
	return [
		...required
			.filter((file) => !packed.includes(file))
			.map((file) => `${file} is missing from the package`),
		...packed
			.filter((file) => !OTHERS.includes(file) && !isBuilt(file))
			.map((file) => `${file} has no published source`),
	];
}

/** Secrets, and traces of the machine that built the package. */
const SUSPECTS: Record<string, RegExp> = {
	'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
	'a token': /\b(npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16})\b/,
	'a bearer token': /\bBearer [A-Za-z0-9._~+/-]{20,}/,
	'a path of a machine': /(^|[\s"'`(=:])(\/(home|Users|root|tmp)\/|[A-Z]:\\Users\\)/m,
	'a source map': /[#@] sourceMappingURL=/,
};

/**
 * @param files text by path in the package
 * @param builtIn the folder in which it was built
 */
export function secretFindings(files: Record<string, string>, builtIn: string): string[] {
	return Object.entries(files).flatMap(([file, text]) => {
		const suspects = Object.entries(SUSPECTS).filter(([, pattern]) => pattern.test(text));
		const names = suspects.map(([name]) => name);
		if (text.includes(`${builtIn}/`)) names.push('the folder in which it was built');
		return names.map((name) => `${file} contains ${name}`);
	});
}
