/** What one look at the package gave. */
export interface Check {
	title: string;
	/** What was looked at, with counts: a check that looked at nothing must not pass unnoticed. */
	seen: string;
	/** One sentence each; none, if all is well. */
	findings: string[];
}

/** The lines of a check for a person. */
export function report({ title, seen, findings }: Check): string {
	const verdict = `${title}: ${findings.length} findings (${seen})`;
	return [verdict, ...findings.map((finding) => `  - ${finding}`)].join('\n');
}
