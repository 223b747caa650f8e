import type { ICredentialType } from 'n8n-workflow';

import type { runItems } from '../../../../nodes/WorkspaceTaskService/action/run';
import type * as Receive from '../../../../nodes/WorkspaceTaskService/trigger/receive';

import type { VirtualClock } from '../../virtualClock';

/** What n8n calls: nothing else of the package is touched. */
interface PackageCopy {
	runItems: typeof runItems;
	receive: typeof Receive.respondOrStartWorkflow;
	credentials: ICredentialType[];
	/** The process that it runs in, whose time it uses. */
	process?: Process;
}

const NODES = '../../../../nodes/WorkspaceTaskService';
const CREDENTIALS = '../../../../credentials';

/** The package's modules again, with a memory of their own. */
function loadCopy(): PackageCopy {
	const shared = ['zod', 'luxon'].map((name) => [name, jest.requireActual<object>(name)] as const);
	const workflow = jest.requireActual<object>('n8n-workflow');
	const copy: PackageCopy = {
		runItems: async () => [],
		receive: async () => ({}),
		credentials: [],
	};
	const sleep = async (ms: number, signal?: AbortSignal) => await copy.process?.wait(ms, signal);
	jest.isolateModules(() => {
		for (const [name, loaded] of shared) jest.doMock(name, () => loaded);
		jest.doMock('n8n-workflow', () => ({ ...workflow, sleep }));
		Object.assign(copy, jest.requireActual(`${NODES}/action/run`));
		copy.receive = jest.requireActual<typeof Receive>(
			`${NODES}/trigger/receive`,
		).respondOrStartWorkflow;
		copy.credentials = ['WorkspaceTaskServiceApi', 'WorkspaceTaskServiceLoginApi'].map((name) => {
			const file = `${CREDENTIALS}/${name}.credentials`;
			const { [name]: Credential } =
				jest.requireActual<Record<string, new () => ICredentialType>>(file);
			if (Credential === undefined) throw new Error(`There is no ${name}`);
			return new Credential();
		});
	});
	return copy;
}

/** Loading takes longer than most simulations, which therefore have ids of their own. */
const copies: PackageCopy[] = [];

/** A process of n8n. When it is killed, what it waits for never comes. */
export class Process {
	isDead = false;
	readonly copy: PackageCopy;
	readonly killed: Promise<void>;
	/** What it waits for at this time. */
	waits = 0;
	private end = () => {};

	/** @param number in its simulation: each has another copy of the package */
	constructor(
		readonly number: number,
		readonly clock: VirtualClock,
	) {
		this.copy = copies[number] ??= loadCopy();
		this.copy.process = this;
		this.killed = new Promise((resolve) => (this.end = resolve));
	}

	/** At least a millisecond, as all timers of Node.js. */
	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		this.waits += 1;
		await this.clock.wait(Math.max(ms, 1), signal).finally(() => (this.waits -= 1));
		if (this.isDead) await new Promise(() => {});
	}

	kill(): void {
		this.isDead = true;
		this.end();
	}
}
