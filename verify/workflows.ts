import { parse } from 'yaml';
import { z } from 'zod/v4';

const step = z.looseObject({ uses: z.string().optional() });
const job = z.looseObject({ uses: z.string().optional(), steps: z.array(step).default([]) });
const workflow = z.looseObject({
	permissions: z.unknown(),
	jobs: z.record(z.string(), job).default({}),
});

const PINNED = /^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/;
const VERSION_BEHIND = /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * What actionlint does not ask for: a tag of an action can be moved to other code, and rights that
 * are not named are those of the repository's settings.
 */
export function workflowFindings(file: string, source: string): string[] {
	const { jobs, permissions } = workflow.parse(parse(source));
	const used = Object.values(jobs)
		.flatMap(({ uses, steps }) => [uses, ...steps.map((one) => one.uses)])
		.filter((uses) => uses !== undefined)
		.filter((uses) => !uses.startsWith('./'));
	const lines = source.split('\n');
	return [
		...(permissions === undefined ? ['names no permissions'] : []),
		...used.filter((uses) => !PINNED.test(uses)).map((uses) => `${uses} is not pinned to a commit`),
		...used
			.filter((uses) => lines.some((line) => line.includes(uses) && !VERSION_BEHIND.test(line)))
			.map((uses) => `${uses} lacks its version in a comment`),
	].map((finding) => `${file}: ${finding}`);
}
