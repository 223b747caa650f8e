import { sourceOf } from './package';

/** Placeholders for URLs and email addresses. docs/RELEASING.md lists them. */
const PLACEHOLDER =
	/https:\/\/github\.com\/n8n-nodes-workspace-task-service\/[^\s"'`<>)]*|[\w.-]+@n8n-nodes-workspace-task-service\.dev\b/g;

export interface Release {
	/** The git tag, such as `v1.2.3`. */
	tag: string;
	/** As `owner/name`. */
	repository: string;
	manifest: {
		name: string;
		version: string;
		repository: { url: string };
	};
	changelog: string;
	/** The text of the packed files by path. */
	files: Record<string, string>;
}

/** Reasons not to publish: n8n or npm would refuse the package, or a link would be broken. */
export function releaseFindings(release: Release): string[] {
	const { tag, manifest, changelog, files } = release;
	const home = `https://github.com/${release.repository}`;
	return [
		tag !== `v${manifest.version}` &&
			`package.json: the tag ${tag} is not the version ${manifest.version}`,
		sectionOf(changelog, manifest.version) === undefined &&
			`CHANGELOG.md has no heading "## ${manifest.version} (year-month-day)"`,
		manifest.repository.url !== `git+${home}.git` &&
			`package.json: repository.url is not git+${home}.git, which npm compares for provenance`,
		...placeholderFindings(files, home),
	].filter((finding) => finding !== false);
}

function placeholderFindings(files: Release['files'], home: string): string[] {
	const findings = Object.entries(files).flatMap(([file, text]) =>
		[...text.matchAll(PLACEHOLDER)]
			.filter(([link]) => !link.startsWith(home))
			.map(([link]) => `${sourceOf(file)}: ${link} is a placeholder`),
	);
	return [...new Set(findings)];
}

/** Undefined without a dated heading. */
function sectionOf(changelog: string, version: string): string | undefined {
	const sections = changelog.split(/^## /m);
	const heading = /^(\S+) \(\d{4}-\d\d-\d\d\)\n/;
	const section = sections.find((text) => heading.exec(text)?.[1] === version);
	return section?.replace(heading, '').trim();
}

/**
 * The text of the GitHub release: the changes, and the settings that install exactly this tarball.
 * @param integrity npm's `dist.integrity` of the tarball
 */
export function releaseNotes(
	{ changelog, manifest: { name, version } }: Pick<Release, 'changelog' | 'manifest'>,
	integrity: string,
): string {
	const packages = JSON.stringify([{ name, version, checksum: integrity }]);
	return `${sectionOf(changelog, version) ?? ''}

## Install this version

Managed by environment, also where unverified packages are off (n8n 3):

\`\`\`
N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true
N8N_COMMUNITY_PACKAGES=${packages}
\`\`\`

n8n then removes all packages that are not in the list. \`sbom.cdx.json\` lists what the package contains.
`;
}
