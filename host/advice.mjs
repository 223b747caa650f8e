const BUILD_TOOLS = `n8n's database driver has to be compiled here, which needs python3, make and g++.
Debian and Ubuntu: sudo apt-get install -y python3 make g++. macOS: xcode-select --install.`;

/** @type {Array<[sign: RegExp, advice: string]>} */
const ADVICE = [
	[
		/find Python|not found: make|make: (g\+\+|c\+\+|gcc|cc): |(make|g\+\+): command not found/,
		BUILD_TOOLS,
	],
	[/spawn npm ENOENT/, 'npm is not on the PATH. It comes with Node: https://nodejs.org'],
	[/ENOSPC/, 'The disk is full: the development tools and n8n need about 4 GB.'],
	[
		/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH/,
		'The npm registry was not reached. Check the network and the proxy settings, then run it again.',
	],
	[/EACCES|EPERM/, 'A folder may not be written. Check who owns the repository and ~/.cache.'],
];

/** @param {string} message */
export function adviceFor(message) {
	return ADVICE.find(([sign]) => sign.test(message))?.[1];
}
