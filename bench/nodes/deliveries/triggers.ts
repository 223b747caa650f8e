/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../../host/paths.cjs';
import type * as Built from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { name as packageName } from '../../../package.json';

const BUILT = 'dist/nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node.js';

/** `older`: an earlier version of this trigger; `core`: n8n's own webhook; `app`: a peer. */
export const KINDS = ['own', 'older', 'core', 'app'] as const;
type Kind = (typeof KINDS)[number];

/** A trigger whose deliveries are measured. */
export interface Trigger {
	/** As the tables show it. */
	name: string;
	kind: Kind;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	/** Where deliveries go, if no service is told of it. */
	byHand?: (id: string) => string;
	credential?: { type: string; data(serviceUrl: string): Record<string, string> };
}

/** The only board that this trigger's workflow wants events of. */
export const BOARD = 7;

/** In each version that the built package has, the newest first. */
export function ownTriggers(): Trigger[] {
	const built = createRequire(__filename)(path.join(root, BUILT)) as typeof Built;
	const { version } = new built.WorkspaceTaskServiceTrigger().description;
	const versions = [version].flat().sort((one, other) => other - one);
	return versions.map((typeVersion, index) => ({
		name: `This trigger, version ${typeVersion}`,
		kind: index === 0 ? 'own' : 'older',
		type: `${packageName}.workspaceTaskServiceTrigger`,
		typeVersion,
		parameters: { events: ['task.created'], options: { boards: [String(BOARD)] } },
		credential: {
			type: 'workspaceTaskServiceApi',
			data: (baseUrl) => ({ baseUrl, apiToken: 'token' }),
		},
	}));
}

/** n8n's own webhook, which no service is told of: whoever uses it does that by hand. */
const webhookNode: Trigger = {
	name: 'Webhook node',
	kind: 'core',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: { httpMethod: 'POST', responseMode: 'onReceived', options: {} },
	byHand: (id) => `/webhook/${id}`,
};

/** Passes the body on and does nothing else: no other app trigger of n8n does less. */
const invoiceNinja: Trigger = {
	name: 'Invoice Ninja trigger',
	kind: 'app',
	type: 'n8n-nodes-base.invoiceNinjaTrigger',
	typeVersion: 2,
	parameters: { apiVersion: 'v5', event: 'create_invoice' },
	credential: { type: 'invoiceNinjaApi', data: (url) => ({ url, apiToken: 'token' }) },
};

/** Compares a secret first, as this trigger does. */
const gitLab: Trigger = {
	name: 'GitLab trigger',
	kind: 'app',
	type: 'n8n-nodes-base.gitlabTrigger',
	typeVersion: 1,
	parameters: {
		authentication: 'accessToken',
		owner: 'owner',
		repository: 'a',
		events: ['issues'],
	},
	credential: { type: 'gitlabApi', data: (server) => ({ server, accessToken: 'token' }) },
};

/** Starts nothing for an event that it does not know: what is left is what n8n itself takes. */
export const theHive: Trigger = {
	name: 'TheHive trigger',
	kind: 'app',
	type: 'n8n-nodes-base.theHiveTrigger',
	typeVersion: 2,
	parameters: { events: ['alert_create'] },
	byHand: (id) => `/webhook/${id}/webhook`,
};

export const others = [webhookNode, invoiceNinja, gitLab];
