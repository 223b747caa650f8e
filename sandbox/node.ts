/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */

const OLDEST_MAJOR = 24;

const { node: version } = process.versions;

// On import, and the first one: older ones fail while the packages are loaded.
if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
	throw new Error(
		`The sandbox needs Node ${OLDEST_MAJOR} or newer, this is Node ${version}. ` +
			"Start it by 'npm run sandbox', which brings its own.",
	);
}
