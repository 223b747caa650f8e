import type { INodeExecutionData } from 'n8n-workflow';

import type { Process } from './process';
import type { ExecutionPlan } from '../scenario/scenario';
import type { Sent } from '../service/ledger';
import type { Start } from './trigger';

export type Ended =
	| { kind: 'returned'; items: INodeExecutionData[] }
	| { kind: 'threw'; error: { message: string; description?: string | null } };

/** One call of the node by n8n: with Retry On Fail, an execution has several. */
export interface Try {
	plan: ExecutionPlan;
	/** The event that started it. */
	start?: Start;
	/** A plan whose process is killed is executed again. */
	execution: string;
	number: number;
	process: Process;
	/** When its execution began. */
	beganMs: number;
	startMs: number;
	endMs?: number;
	ended?: Ended;
	cancelledMs?: number;
	sent: Sent[];
}

export const returned = ([items = []]: INodeExecutionData[][]): Ended => ({
	kind: 'returned',
	items,
});
export const threw = (error: Error): Ended => ({ kind: 'threw', error });

/** As n8n decides whether to try again: with Continue, by the first item. */
export const hasFailed = (ended: Ended) =>
	ended.kind === 'threw' || ended.items[0]?.json.error !== undefined;
