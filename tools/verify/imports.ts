import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICruiseOptions } from 'dependency-cruiser';

interface Configuration {
	forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden'];
	options: ICruiseOptions;
}

/** Imports that the configuration of dependency-cruiser in the folder forbids. */
export async function importFindings(baseDir: string, places: string[]): Promise<string[]> {
	const load = createRequire(path.join(baseDir, 'package.json'));
	const { forbidden, options } = load('./.dependency-cruiser.cjs') as Configuration;
	const { cruise } = await import('dependency-cruiser');
	const { output } = await cruise(places, {
		...options,
		baseDir,
		validate: true,
		ruleSet: { forbidden },
	});
	if (typeof output === 'string') return [output];
	return output.summary.violations.map(({ rule, from, to, cycle = [] }) => {
		const way = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
		return `${rule.name}: ${[from, ...way].join(' → ')}`;
	});
}
