import { z } from 'zod/v4';

const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** npm and n8n allow these in other packages; n8n's verification does not, or has no use for them. */
const FORBIDDEN_FIELDS = [
	'dependencies',
	'optionalDependencies',
	'bundledDependencies',
	'bundleDependencies',
	'overrides',
	'resolutions',
	'private',
	'bin',
];

/** npm runs these on the machine of whoever installs or publishes. */
const LIFECYCLE_SCRIPTS =
	/^(pre|post)?(install|prepare|pack|publish|publishOnly|uninstall|shrinkwrap)$/i;

/** What n8n's verification asks of package.json, beyond what its linter reads. */
const rules = z.looseObject({
	name: z.string().regex(/^(@[a-z0-9-]+\/)?n8n-nodes-[a-z0-9-]+$/, 'must begin with n8n-nodes-'),
	version: z.string().regex(SEMVER, 'must be a version such as 1.2.3'),
	description: z.string().min(20, 'must say what the package does'),
	keywords: z
		.array(z.string())
		.refine((list) => list.includes('n8n-community-node-package'), 'lacks the keyword of n8n'),
	license: z.literal('MIT'),
	author: z.object({ name: z.string().min(1), email: z.email() }),
	homepage: z.url({ protocol: /^https$/ }),
	repository: z.object({
		type: z.literal('git'),
		url: z.string().regex(/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/, 'must be on GitHub'),
	}),
	// n8n's build copies every image, also those of the documentation.
	files: z.tuple([z.literal('dist'), z.literal('!dist/docs')]),
	n8n: z.strictObject({
		n8nNodesApiVersion: z.literal(1),
		strict: z.literal(true),
		nodes: z.array(z.string().regex(/^dist\/nodes\/.+\.node\.js$/)).min(1),
		credentials: z.array(z.string().regex(/^dist\/credentials\/.+\.credentials\.js$/)),
	}),
	peerDependencies: z.strictObject({ 'n8n-workflow': z.literal('*') }),
	scripts: z.record(z.string(), z.string()).default({}),
});

export type Manifest = z.infer<typeof rules>;

/** @param manifest package.json as it was packed */
export function manifestFindings(manifest: Record<string, unknown>): string[] {
	const issues = rules.safeParse(manifest).error?.issues ?? [];
	return [
		...issues.map(({ path, message }) => `package.json: ${path.join('.')}: ${message}`),
		...FORBIDDEN_FIELDS.filter((field) => field in manifest).map(
			(field) => `package.json: ${field} is not allowed`,
		),
		...Object.keys(Object(manifest.scripts))
			.filter((name) => LIFECYCLE_SCRIPTS.test(name))
			.map((name) => `package.json: scripts.${name} runs by itself`),
	];
}

/** The files that package.json promises to be in the package. */
export function promisedFiles(manifest: Record<string, unknown>): string[] {
	const { main, types, n8n } = manifest;
	const { nodes, credentials } = Object(n8n) as { nodes?: string[]; credentials?: string[] };
	return [main, types, ...(nodes ?? []), ...(credentials ?? [])].filter(
		(file) => typeof file === 'string',
	);
}
