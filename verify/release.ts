/** This domain stands for an address that nobody reads. CONTRIBUTING.md, Releasing, names all such places. */
const PLACEHOLDER_DOMAIN = '@n8n-nodes-workspace-task-service.dev';

export interface Release {
	/** The git tag, such as `v1.2.3`. */
	tag: string;
	/** Where the release is made, as `owner/name`. */
	repository: string;
	manifest: {
		version: string;
		author: { email: string };
		homepage: string;
		repository: { url: string };
	};
	changelog: string;
	/** The documentation addresses of the credentials. */
	documentation: string[];
}

/** Why this must not be published: what n8n and npm would refuse, or people could not follow. */
export function releaseFindings(release: Release): string[] {
	const { tag, manifest, changelog } = release;
	const home = `https://github.com/${release.repository}`;
	const links = [manifest.homepage, ...release.documentation];
	return [
		tag !== `v${manifest.version}` && `The tag ${tag} is not the version ${manifest.version}`,
		!hasSection(changelog, manifest.version) &&
			`CHANGELOG.md has no heading "## ${manifest.version} (year-month-day)"`,
		manifest.author.email.endsWith(PLACEHOLDER_DOMAIN) &&
			`package.json: author.email ${manifest.author.email} is a placeholder`,
		manifest.repository.url !== `git+${home}.git` &&
			`package.json: repository.url is not git+${home}.git, which npm compares for provenance`,
		...links.filter((link) => !isBelow(link, home)).map((link) => `${link} is not below ${home}`),
	].filter((finding) => finding !== false);
}

function hasSection(changelog: string, version: string): boolean {
	return changelog
		.split('\n')
		.some((line) => line.startsWith(`## ${version} (`) && /\(\d{4}-\d\d-\d\d\)$/.test(line));
}

function isBelow(link: string, home: string): boolean {
	return link === home || ['/', '#', '?'].some((next) => link.startsWith(home + next));
}
