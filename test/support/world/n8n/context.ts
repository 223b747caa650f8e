import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { ExecutionPlan } from '../scenario/scenario';
import { parameterOf } from './parameters';
import { API_TOKEN } from '../service/service';
import type { Service } from '../service/service';
import type { KeyStore } from './store';
import { startedBy } from './trigger';
import type { Try } from './tries';

/** What the executions of one simulation have in common. */
export interface Host {
	/** In all names, since the copies of the package remember those of earlier simulations. */
	id: string;
	service: Service;
	store: KeyStore;
	/** As in n8n's database. */
	credential: ICredentialDataDecryptedObject;
}

export const storedCredential = (id: string, login: boolean): ICredentialDataDecryptedObject => ({
	baseUrl: `https://service-${id}.example.com`,
	...(login
		? { email: 'nathan@example.com', password: 'a password', sessionToken: '' }
		: { apiToken: API_TOKEN }),
});

/** What n8n hands to the node again with each try of Retry On Fail. */
export interface ExecuteData {
	node: INode;
	data: { main: [INodeExecutionData[]] };
	source: null;
	/** What it keeps for the node. */
	context: Record<string, object>;
}

export function executeDataOf(plan: ExecutionPlan, { id, credential }: Host): ExecuteData {
	const isLogin = 'email' in credential;
	const type = isLogin ? 'workspaceTaskServiceLoginApi' : 'workspaceTaskServiceApi';
	const node: INode = {
		id: `node ${id}`,
		name: 'Workspace Task Service',
		type: 'n8n-nodes-workspace-task-service.workspaceTaskService',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			authentication: isLogin ? 'login' : 'apiToken',
			options: plan.keys > 0 ? { createOncePer: '={{ $json.key }}' } : {},
		},
		onError: plan.continues ? 'continueRegularOutput' : 'stopWorkflow',
		credentials: { [type]: { id: `credential ${id}`, name: 'Account' } },
	};
	const items = Array.from({ length: plan.items }, (_, item) => ({ json: { item } }));
	return { node, data: { main: [items] }, source: null, context: {} };
}

export const ignore = () => {};
export const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** n8n's context of one try. */
export function contextOf(run: Try, data: ExecuteData, cancel: AbortSignal, host: Host) {
	const { plan, process } = run;
	const { node } = data;
	const [type = ''] = Object.keys(node.credentials ?? {});
	const credentialType = process.copy.credentials.find(({ name }) => name === type);
	const httpRequest = async (options: IHttpRequestOptions) =>
		await host.service.request(options, run);
	const logIn = async (credential: ICredentialDataDecryptedObject) => {
		if (credential.sessionToken !== '') return;
		const helpers = { helpers: { httpRequest } } as never;
		const output = await credentialType?.preAuthentication?.call(helpers, credential);
		Object.assign(host.credential, output);
		Object.assign(credential, output);
	};
	const authenticate = credentialType?.authenticate as (
		credential: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	) => Promise<IHttpRequestOptions>;
	const helpers = {
		...host.store.helpers(node.id, process),
		httpRequest,
		async httpRequestWithAuthentication(
			_type: string,
			options: IHttpRequestOptions,
			{
				credentialsDecrypted,
			}: { credentialsDecrypted?: { data: ICredentialDataDecryptedObject } } = {},
		) {
			const credential = credentialsDecrypted?.data ?? { ...host.credential };
			try {
				await logIn(credential);
				return await httpRequest(await authenticate(credential, options));
			} catch (error) {
				throw new NodeApiError(node, error as JsonObject);
			}
		},
	};
	return {
		helpers,
		logger,
		getInputData: () => data.data.main[0],
		getExecuteData: () => data,
		getNode: () => node,
		getWorkflow: () => ({ id: `workflow ${host.id}`, name: 'Workflow', active: true }),
		getMode: () => 'trigger',
		getExecutionId: () => run.execution,
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ ...host.credential }),
		getExecutionCancelSignal: () => cancel,
		getNodeParameter: (path: string, item: number, fallback?: unknown) =>
			parameterOf(plan, item, path) ?? fallback,
		getContext: (type: string) => (data.context[type] ??= {}),
		getWorkflowDataProxy: () => ({ $: () => ({ isExecuted: false, first: ignore }) }),
		getParentNodes: () => [],
		getChildNodes: () => [],
		continueOnFail: () => plan.continues,
		addExecutionHints: ignore,
		...(run.start && startedBy(run.start)),
	} as unknown as IExecuteFunctions;
}
