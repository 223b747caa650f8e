import { chain, node, noOp, trigger, TRIGGER_TYPE, type WorkflowNode } from '../n8n/workflow';
import type { BenchEnvironment } from './environment';
import type { ScriptedServer } from '../http/server';

/** `url` receives the deliveries. */
export interface PublishedTrigger {
	name: string;
	workflowId: string;
	url: string;
}

interface Trigger {
	name: string;
	node: WorkflowNode;
	credential?: [type: string, data: (serviceUrl: string) => Record<string, string>];
}

/** This package's trigger, n8n's Webhook node, and the simplest app trigger of n8n. */
const triggersAt = (path: string): Trigger[] => [
	{
		name: 'This trigger',
		node: trigger({ events: ['task.created'] }, { type: TRIGGER_TYPE }),
		credential: ['workspaceTaskServiceApi', (baseUrl) => ({ baseUrl, apiToken: 'token' })],
	},
	{
		name: 'Webhook node',
		node: node('Webhook', 'n8n-nodes-base.webhook', 2.1, {
			path,
			httpMethod: 'POST',
			responseMode: 'onReceived',
			options: {},
		}),
	},
	{
		name: 'Invoice Ninja trigger',
		node: node('Invoice Ninja', 'n8n-nodes-base.invoiceNinjaTrigger', 2, {
			apiVersion: 'v5',
			event: 'create_invoice',
		}),
		credential: ['invoiceNinjaApi', (url) => ({ url, apiToken: 'token' })],
	},
];

/** @param service accepts every registration */
export async function publishTriggers(
	environment: BenchEnvironment,
	service: ScriptedServer,
): Promise<PublishedTrigger[]> {
	const published: PublishedTrigger[] = [];
	const path = crypto.randomUUID();
	for (const { name, node: triggerNode, credential } of triggersAt(path)) {
		const credentials =
			credential && (await environment.createCredential(credential[0], credential[1](service.url)));
		const workflow = chain({ ...triggerNode, ...(credentials && { credentials }) }, noOp());
		const registrations = service.requests.length;
		const workflowId = await environment.publish(workflow);
		const url = registeredUrl(service, registrations) ?? `${environment.n8n.url}/webhook/${path}`;
		published.push({ name, workflowId, url });
	}
	return published;
}

function registeredUrl({ requests }: ScriptedServer, first: number): string | undefined {
	const bodies = requests
		.slice(first)
		.map(({ body }) => JSON.parse(body || '{}') as { url?: string; target_url?: string });
	return bodies.map(({ url, target_url: target }) => url ?? target).find(Boolean);
}
