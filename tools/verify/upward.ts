/**
 * Inside a folder, its files and its folders (each as a whole) stand above each other: no import leads
 * back up. An import counts in the folder that both files have in common.
 */
export function upwardFindings(imports: Array<readonly [string, string]>): string[] {
	const arrows = new Map<string, Map<string, Set<string>>>();
	for (const [from, to] of imports) {
		const [steps, target] = [from.split('/'), to.split('/')];
		const depth = steps.findIndex((step, index) => step !== target[index]);
		const folder = steps.slice(0, depth).join('/');
		const [above = '', below = ''] = [steps[depth], target[depth]];
		const inside = arrows.get(folder) ?? new Map<string, Set<string>>();
		arrows.set(folder, inside.set(above, (inside.get(above) ?? new Set()).add(below)));
	}
	return [...arrows].flatMap(([folder, inside]) =>
		circlesIn(inside).map((circle) => `${folder}: ${circle.join(' → ')}`),
	);
}

/** One for each arrow that leads back up. */
function circlesIn(arrows: Map<string, Set<string>>): string[][] {
	const done = new Set<string>();
	const follow = (name: string, path: string[]): string[][] => {
		if (path.includes(name)) return [[...path.slice(path.indexOf(name)), name]];
		if (done.has(name)) return [];
		const found = [...(arrows.get(name) ?? [])].flatMap((next) => follow(next, [...path, name]));
		done.add(name);
		return found;
	};
	return [...arrows.keys()].flatMap((name) => follow(name, []));
}
