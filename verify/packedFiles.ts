/**
 * All that may be in the package. A new kind of file is a decision: it goes to everybody who installs
 * the package, so it gets its line here.
 */
const ALLOWED = [
	/^(LICENSE|README\.md|package\.json)$/,
	/^dist\/index\.(js|d\.ts)$/,
	/^dist\/icons\/workspaceTaskService(\.dark)?\.svg$/,
	/^dist\/credentials\/WorkspaceTaskService(Login)?Api\.credentials\.(js|d\.ts)$/,
	/^dist\/nodes\/WorkspaceTaskService\/WorkspaceTaskService(Trigger)?\.node\.(js|d\.ts|json)$/,
	/^dist\/nodes\/WorkspaceTaskService\/((actions(\/(board|task|webhook))?|api|methods|transport|trigger)\/)?[a-zA-Z]+(\.operation)?\.(js|d\.ts)$/,
	/^dist\/nodes\/WorkspaceTaskService\/__schema__\/v\d\.\d\.0(\/[a-z]+\/[a-zA-Z]+)?\.json$/,
];

const ALWAYS_PROMISED = ['LICENSE', 'README.md', 'package.json'];

/**
 * @param packed paths in the tarball, below its `package/`
 * @param promised what must be among them
 * @param isSource whether the repository has this file, such as `nodes/…/run.ts`
 */
export function fileFindings(
	packed: string[],
	promised: string[],
	isSource: (file: string) => boolean,
): string[] {
	const missing = [...ALWAYS_PROMISED, ...promised].filter((file) => !packed.includes(file));
	const foreign = packed.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));
	const stale = packed.filter((file) => file.startsWith('dist/') && !isSource(sourceOf(file)));
	return [
		...missing.map((file) => `${file} is missing from the package`),
		...foreign.map(
			(file) =>
				`${file} is not on the list of what may be packed, which is in verify/packedFiles.ts`,
		),
		...stale.map((file) => `${file} comes from no source: dist holds an old build`),
	];
}

/** What a packed file is made of, such as `nodes/…/run.ts`. */
export function sourceOf(built: string): string {
	return built.replace(/^dist\//, '').replace(/(\.d\.ts|\.js)$/, '.ts');
}
