import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { recordedResponse } from '../../engine/recordedResponse';
import type { Created } from '../service/ledger';
import { ignore, logger, type Host } from './context';
import type { Process } from './process';

/** An event in one request to the trigger. */
export interface Delivery {
	/** Of the task. */
	id: number;
	/** The task that an execution created; none of a person's. */
	of?: Created;
	/** Of the same event, from 1. */
	number: number;
	process: Process;
	atMs: number;
	/** When the sender had its response. */
	answeredMs?: number;
	/** When the trigger had decided, and the items that start the workflow. */
	decidedMs?: number;
	items?: INodeExecutionData[];
}

/** What started an execution. */
export type Start = Pick<Delivery, 'of' | 'items'> & Partial<Pick<Delivery, 'number'>>;

const KEY = 'the key in the URL';
const NODE = { id: 'trigger', name: 'Trigger', type: 'x.workspaceTaskServiceTrigger' };

/** n8n's context of a trigger, as its action nodes see it. */
export const startedBy = ({ items }: Start) => ({
	getExecutionContext: () => ({ triggerNode: NODE }),
	getChildNodes: () => ['the action node'],
	getWorkflowDataProxy: () => ({
		$: () => ({ isExecuted: true, params: {}, all: () => items }),
	}),
});

/**
 * Hands a delivery to the trigger.
 * @returns what n8n does afterwards: it responds, if the trigger has not
 */
export async function deliver(body: object, delivery: Delivery, host: Host): Promise<() => void> {
	const { process } = delivery;
	const { response } = recordedResponse(200);
	response.once('sent', () => {
		delivery.answeredMs = process.clock.ms;
		response.emit('prefinish');
	});
	const current = {
		...{
			baseUrl: String(host.credential.baseUrl),
			account: '',
			url: '',
			label: '',
		},
		...{ events: [], keyHash: createHash('sha256').update(KEY).digest('hex') },
		...{ registeredAt: new Date().toISOString(), inactiveSince: null },
	};
	const rawBody = Buffer.from(JSON.stringify(body));
	const context = {
		logger,
		getNode: () => NODE,
		getWorkflow: () => ({ id: `workflow ${host.id}` }),
		getMode: () => 'webhook',
		getWorkflowStaticData: () => ({ [`workspaceTaskService:${NODE.id}`]: current }),
		getNodeWebhookUrl: ignore,
		getNodeParameter: (path: string, fallback: unknown) =>
			({ events: ['task.created'], boards: [] })[path] ?? fallback,
		getRequestObject: () => ({ method: 'POST', headers: {}, rawBody }),
		getQueryData: () => ({ key: KEY }),
		getBodyData: () => JSON.parse(String(rawBody)),
		getResponseObject: () => response,
	};
	const { workflowData } = await process.copy.receive(
		context as unknown as IWebhookFunctions,
		new Date(),
	);
	if (process.isDead) return ignore;
	Object.assign(delivery, { decidedMs: process.clock.ms, items: workflowData?.[0] });
	return () => {
		if (!response.headersSent) response.end('');
	};
}
