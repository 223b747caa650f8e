import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { createBoard } from './board/create.operation';
import { getAllBoards } from './board/getAll.operation';
import type { Operation } from './operation';
import { createTask } from './task/create.operation';
import { createWebhook } from './webhook/create.operation';

/** resource → operation → what it does. The keys are the internal names in saved workflows. */
export const registry: Record<string, Record<string, Operation>> = {
	board: { create: createBoard, getAll: getAllBoards },
	task: { create: createTask },
	webhook: { create: createWebhook },
};

/** @throws NodeOperationError when the node is set to one that does not exist. */
export function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = registry[resource]?.[name];
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`The resource "${resource}" has no operation "${name}"`,
		{ description: 'Select the Resource and the Operation again.' },
	);
}
