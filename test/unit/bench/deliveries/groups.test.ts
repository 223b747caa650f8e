import { sharesOf } from '../../../../bench/nodes/deliveries/groups';

const MODULES = '/home/user/.cache/n8n-nodes-workspace-task-service/n8n-1/node_modules';
const FILES = {
	n8n: `${MODULES}/n8n/dist/webhooks/live-webhooks.js`,
	bridge: `${MODULES}/@n8n/expression-runtime/dist/cjs/bridge/isolated-vm-bridge.js`,
	typeorm: `${MODULES}/@n8n/typeorm/dist/query-runner.js`,
	package: '/home/.n8n/nodes/node_modules/n8n-nodes-workspace-task-service/dist/nodes/a.js',
	native: '',
};

/** A profile with one sample for each stack of functions, the outermost first. */
function profile(...stacks: Array<Array<keyof typeof FILES | '(idle)'>>) {
	const nodes = stacks.flatMap((stack, sample) =>
		stack.map((frame, depth) => ({
			id: 10 * sample + depth,
			callFrame: {
				functionName: frame,
				url: frame === '(idle)' ? '' : FILES[frame],
			},
			children: depth + 1 < stack.length ? [10 * sample + depth + 1] : [],
		})),
	);
	const samples = stacks.map((stack, sample) => 10 * sample + stack.length - 1);
	return { nodes, samples, timeDeltas: stacks.map(() => 500) };
}

describe('whose work the main thread does', () => {
	it('tells the owner by the file of the function', () => {
		const found = sharesOf(profile(['n8n'], ['bridge'], ['typeorm'], ['package']));
		expect(found).toEqual({ rest: 0.25, isolates: 0.25, database: 0.25, package: 0.25 });
	});

	it('counts what nobody owns to its caller', () => {
		const { isolates, database, rest } = sharesOf(
			profile(['n8n', 'bridge', 'native', 'native'], ['bridge', 'typeorm', 'native'], ['native']),
		);
		expect([isolates, database, rest]).toEqual([1 / 3, 1 / 3, 1 / 3]);
	});

	it('counts to this package what it calls of n8n, but not what calls it', () => {
		const found = sharesOf(profile(['n8n', 'package'], ['package', 'n8n']));
		expect(found).toMatchObject({ package: 1, rest: 0 });
	});

	it('leaves the waiting out', () => {
		expect(sharesOf(profile(['(idle)'], ['(idle)'], ['typeorm'])).database).toBe(1);
	});

	it('finds no work where there is none', () => {
		const found = sharesOf(profile(['(idle)']));
		expect(found).toEqual({ rest: 0, isolates: 0, database: 0, package: 0 });
	});
});
