import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { actionBuilderHint, actionProperties, subtitle } from './action/panel/description';
import { runItems } from './action/run';
import { approvalWebhooks, respondToPerson } from './approval/answer';
import { testApiToken, testLogin } from './editor/credentialTest';
import { searchBoards, searchWorkspaces } from './editor/listSearch';
import { authenticationField, requireIfChosen } from './fields/commonFields';

export class WorkspaceTaskService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Task Service',
		name: 'workspaceTaskService',
		icon: {
			light: 'file:../../icons/workspaceTaskService.svg',
			dark: 'file:../../icons/workspaceTaskService.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Create tasks, wait for approval, create and list boards, and register webhooks',
		defaults: { name: 'Workspace Task Service' },
		usableAsTool: true,
		builderHint: actionBuilderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'workspaceTaskServiceApi', testedBy: 'testApiToken', ...requireIfChosen('apiToken') },
			{ name: 'workspaceTaskServiceLoginApi', testedBy: 'testLogin', ...requireIfChosen('login') },
		],
		webhooks: approvalWebhooks,
		waitingNodeTooltip: 'Open the new task on the board and follow its link.',
		properties: [authenticationField, ...actionProperties],
	};

	methods = {
		credentialTest: { testApiToken, testLogin },
		listSearch: { searchBoards, searchWorkspaces },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return respondToPerson(this, new Date());
	}
}
