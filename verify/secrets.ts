/** What looks like a secret or tells of the machine that built the package. */
const SUSPECTS: Record<string, RegExp> = {
	'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
	'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/,
	'a token of GitHub': /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,})\b/,
	'a key of AWS': /\bAKIA[0-9A-Z]{16}\b/,
	'a JSON web token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
	'a bearer token': /\bBearer [A-Za-z0-9._~+/-]{20,}/,
	'a path of a machine':
		/(^|[\s"'`(=:])(\/(home|Users|root|tmp|private|var\/folders)\/|[A-Z]:\\Users\\)/m,
	'a private address': /https?:\/\/(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d/,
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
