type Import = readonly [from: string, to: string];

const NODE = 'nodes/WorkspaceTaskService/';

/** As docs/ARCHITECTURE.md draws them, the lowest first. Above them are the nodes and credentials. */
const FLOORS = [
	['api', 'time', 'expiringMap.ts', 'commonFields.ts', 'builderHints.ts', 'nodeKind.ts'],
	['transport', 'fields'],
	['approval', 'ownTasks'],
	['actions', 'methods', 'trigger'],
];

/** Imports that violate the layers, and circular ones, including types. */
export async function importFindings(baseDir: string, folders: string[]): Promise<string[]> {
	const circle = { name: 'circle', severity: 'error', from: {}, to: { circular: true } } as const;
	const { cruise } = await import('dependency-cruiser');
	const { output } = await cruise(folders, {
		baseDir,
		validate: true,
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		ruleSet: { forbidden: [circle] },
	});
	if (typeof output === 'string') return [output];
	const imports = output.modules.flatMap(({ source, dependencies }) =>
		dependencies
			.filter(({ coreModule, resolved }) => !coreModule && !resolved.startsWith('node_modules/'))
			.map(({ resolved }): Import => [source, resolved]),
	);
	return [
		...output.summary.violations.map(({ from, cycle = [] }) =>
			[from, ...cycle.map(({ name }) => name)].join(' → '),
		),
		...floorFindings(imports.filter(([from]) => /^(nodes|credentials)\//.test(from))),
		...upwardFindings(imports.filter((both) => both.every((file) => file.startsWith(NODE)))),
	];
}

/** @param imports of the published code */
export function floorFindings(imports: Import[]): string[] {
	const isAllowed = ([from, to]: Import) =>
		roomOf(from) === roomOf(to) || (floorOf(to) ?? Infinity) < (floorOf(from) ?? 0);
	return imports
		.filter((one) => !isAllowed(one))
		.map(([from, to]) => `${from} → ${to} does not lead to a lower floor`);
}

/** A folder or file of the node, else the top folder. */
const roomOf = (file: string) => file.replace(NODE, '').split('/')[0] ?? '';

/** Undefined for what is not published. */
function floorOf(file: string): number | undefined {
	const isTop = file.startsWith('credentials/') || file.endsWith('.node.ts');
	const floor = FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));
	if (isTop) return FLOORS.length;
	return file.startsWith(NODE) && floor >= 0 ? floor : undefined;
}

/**
 * Inside a folder, its files and its folders (each as a whole) are above each other: no import leads
 * back up. An import counts in the folder that both files have in common.
 */
export function upwardFindings(imports: Import[]): string[] {
	let left = imports.map(siblings);
	for (let count = Infinity; left.length < count;) {
		count = left.length;
		const above = new Set(left.map(([from]) => from));
		const below = new Set(left.map(([, to]) => to));
		left = left.filter(([from, to]) => above.has(to) && below.has(from));
	}
	return [...new Set(left.map(([from, to]) => `${from} → ${to} is in a circle of folders`))];
}

/** The two paths up to where they differ. */
function siblings([from, to]: Import): Import {
	const [steps, target] = [from.split('/'), to.split('/')];
	const depth = 1 + steps.findIndex((step, index) => step !== target[index]);
	return [steps.slice(0, depth).join('/'), target.slice(0, depth).join('/')];
}
