/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { root } from '../install/paths.cjs';
import { sourceOf } from './package';

type Json = Record<string, unknown>;

/** What n8n's verification requires of package.json in addition to its linter. */
const rules = z.looseObject({
	name: z.string().regex(/^(@[a-z0-9-]+\/)?n8n-nodes-[a-z0-9-]+$/, 'must begin with n8n-nodes-'),
	version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be like 1.2.3'),
	keywords: z.array(z.string()).refine((list) => list.includes('n8n-community-node-package'), {
		error: "lacks n8n's keyword",
	}),
	license: z.literal('MIT'),
	author: z.object({ name: z.string().min(1), email: z.email() }),
	repository: z.object({
		type: z.literal('git'),
		url: z.string().regex(/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/, 'must be on GitHub'),
	}),
	// n8n's build copies all images, including those of the documentation.
	files: z.tuple([z.literal('dist'), z.literal('!dist/docs')]),
	n8n: z.looseObject({
		strict: z.literal(true),
		nodes: z.array(z.string()).min(1),
		credentials: z.array(z.string()).min(1),
	}),
	peerDependencies: z.strictObject({ 'n8n-workflow': z.literal('*') }),
});

/** Not allowed by n8n's verification, or useless here. */
const FORBIDDEN_FIELDS = [
	'dependencies',
	'optionalDependencies',
	'bundleDependencies',
	'overrides',
];
const UNWANTED_FIELDS = ['bundledDependencies', 'resolutions', 'private', 'bin'];

/** npm runs these when a package is installed or published. */
const LIFECYCLE = /^(pre|post)?(install|prepare|pack|publish|publishOnly|uninstall|shrinkwrap)$/i;

/** @param manifest the packed package.json */
export function manifestFindings(manifest: Json): string[] {
	const issues = rules.safeParse(manifest).error?.issues ?? [];
	const scripts = Object.keys(Object(manifest.scripts)).filter((name) => LIFECYCLE.test(name));
	return [
		...issues.map(({ path: at, message }) => `package.json: ${at.join('.')}: ${message}`),
		...[...FORBIDDEN_FIELDS, ...UNWANTED_FIELDS]
			.filter((field) => field in manifest)
			.map((field) => `package.json: ${field} is not allowed`),
		...scripts.map((name) => `package.json: npm runs scripts.${name} automatically`),
	];
}

/** All files that may be packed. A new kind of file needs a line here. */
const ALLOWED = [
	/^(LICENSE|README\.md|package\.json)$/,
	/^dist\/index\.(js|d\.ts)$/,
	/^dist\/icons\/workspaceTaskService(\.dark)?\.svg$/,
	/^dist\/credentials\/WorkspaceTaskService(Login)?Api\.credentials\.(js|d\.ts)$/,
	/^dist\/nodes\/WorkspaceTaskService\/WorkspaceTaskService(Trigger)?\.node\.(js|d\.ts|json)$/,
	/^dist\/nodes\/WorkspaceTaskService\/((actions|api|approval|methods|transport|trigger)(\/[a-zA-Z]+)?\/)?[a-zA-Z]+(\.operation)?\.(js|d\.ts)$/,
	/^dist\/nodes\/WorkspaceTaskService\/__schema__\/v\d\.\d\.0(\/[a-zA-Z]+\/[a-zA-Z]+)?\.json$/,
	/^dist\/nodes\/WorkspaceTaskService\/approval\/[a-zA-Z]+\.(js|d\.ts)$/,
];

/** @param packed paths in the tarball, below its `package/` */
export function fileFindings(packed: string[], { main, types, n8n }: Json): string[] {
	const { nodes, credentials } = n8n as { nodes: string[]; credentials: string[] };
	const required = [main, types, ...nodes, ...credentials, 'LICENSE', 'README.md'].map(String);
	const isStale = (file: string) => !existsSync(path.join(root, sourceOf(file)));
	return [
		...required
			.filter((file) => !packed.includes(file))
			.map((file) => `${file} is missing from the package`),
		...packed
			.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
			.map((file) => `${file} is not on the list in tools/verify/packed.ts of what may be packed`),
		...packed
			.filter((file) => file.startsWith('dist/') && isStale(file))
			.map((file) => `${file} has no source: dist holds an old build`),
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
