/** What V8's profiler tells of the main thread of a process. */
export interface Profile {
	nodes: ProfileNode[];
	/** The node that was at work at each sample, and the time since the sample before, in µs. */
	samples: number[];
	timeDeltas: number[];
}

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string };
	children?: number[];
}

/** Whose work it is, by the file of the function; what is of none of them counts to its caller. */
const OWNERS = {
	isolates: /@n8n\/(expression-runtime|tournament)\/|\/isolated-vm\//,
	database: /@n8n\/(db|typeorm)\/|\/sqlite3\//,
	package: /\/node_modules\/n8n-nodes-workspace-task-service\//,
};
const IDLE = '(idle)';

export type Owner = keyof typeof OWNERS | 'rest';

/** The share of each owner in the work of the main thread; its waiting is no work. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): Record<Owner, number> {
	const owners = ownersOf(nodes);
	const times = { isolates: 0, database: 0, package: 0, rest: 0 };
	for (const [index, id] of samples.entries()) {
		const owner = owners.get(id);
		if (owner !== undefined) times[owner] += timeDeltas[index] ?? 0;
	}
	const all = times.isolates + times.database + times.package + times.rest;
	const share = (owner: Owner) => times[owner] / (all || 1);
	return {
		isolates: share('isolates'),
		database: share('database'),
		package: share('package'),
		rest: share('rest'),
	};
}

/** The owner of each node by its id; none for that which waits. */
function ownersOf(nodes: ProfileNode[]): Map<number, Owner> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
	);
	const ownerOf = (id: number | undefined): Owner => {
		if (id === undefined) return 'rest';
		return ownerOfFile(byId.get(id)?.callFrame.url ?? '') ?? ownerOf(parents.get(id));
	};
	const working = nodes.filter(({ callFrame }) => callFrame.functionName !== IDLE);
	return new Map(working.map(({ id }) => [id, ownerOf(id)]));
}

function ownerOfFile(url: string): Owner | undefined {
	const owners = Object.keys(OWNERS) as Array<keyof typeof OWNERS>;
	return owners.find((owner) => OWNERS[owner].test(url));
}
