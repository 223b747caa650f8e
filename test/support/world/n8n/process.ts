import type { ICredentialType, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Owner } from '../virtualTime';

/** What n8n calls: nothing else of the package is touched. */
interface PackageCopy {
	runItems: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
	credentials: ICredentialType[];
}

const SHARED = ['n8n-workflow', 'zod', 'luxon'];

/** The package's modules again, with a memory of their own. */
function loadCopy(): PackageCopy {
	const shared = SHARED.map((name) => [name, jest.requireActual<object>(name)] as const);
	let copy: PackageCopy | undefined;
	jest.isolateModules(() => {
		for (const [name, loaded] of shared) jest.doMock(name, () => loaded);
		const { runItems } = jest.requireActual<PackageCopy>(
			'../../../../nodes/WorkspaceTaskService/actions/run',
		);
		const classes = ['WorkspaceTaskServiceApi', 'WorkspaceTaskServiceLoginApi'].map((name) => {
			const file = `../../../../credentials/${name}.credentials`;
			return jest.requireActual<Record<string, new () => ICredentialType>>(file)[name];
		});
		const credentials = classes.flatMap((Class) => (Class === undefined ? [] : [new Class()]));
		copy = { runItems, credentials };
	});
	if (copy === undefined) throw new Error('The package was not loaded');
	return copy;
}

/** Loading takes longer than most simulations, which therefore have ids of their own. */
const copies: PackageCopy[] = [];

/** A process of n8n. When it is killed, its timers and what it waits for are gone. */
export class Process implements Owner {
	isDead = false;
	readonly copy: PackageCopy;
	readonly killed: Promise<void>;
	private end = () => {};

	/** @param number in its simulation: each has another copy of the package */
	constructor(readonly number: number) {
		this.copy = copies[number] ??= loadCopy();
		this.killed = new Promise((resolve) => (this.end = resolve));
	}

	kill(): void {
		this.isDead = true;
		this.end();
	}
}
