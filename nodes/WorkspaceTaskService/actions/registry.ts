import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { field } from '../api/json';
import { createBoard } from './board/create.operation';
import { findOrCreateBoard } from './board/findOrCreate.operation';
import { getAllBoards } from './board/getAll.operation';
import type { Operation } from './operation';
import { createTask } from './task/create.operation';
import { sendAndWait } from './task/sendAndWait.operation';
import { createWebhook } from './webhook/create.operation';

/** The keys are internal names, which workflows store. */
export const registry: Record<string, Record<string, Operation>> = {
	board: {
		create: createBoard,
		findOrCreate: findOrCreateBoard,
		getAll: getAllBoards,
	},
	task: {
		create: createTask,
		sendAndWait,
	},
	webhook: {
		create: createWebhook,
	},
};

/** n8n adds this entry to each resource and operation list of a node with such credentials. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

export interface RegisteredOperation {
	resource: string;
	name: string;
	operation: Operation;
}

export function listOperations(): RegisteredOperation[] {
	return Object.entries(registry).flatMap(([resource, byName]) => {
		return Object.entries(byName).map(([name, operation]) => ({ resource, name, operation }));
	});
}

/** Undefined if no operation is selected. */
export function findOperation(context: IExecuteFunctions): Operation | undefined {
	return field(registry, ...readSelection(context)) as Operation | undefined;
}

/** @throws NodeOperationError if no operation is selected */
export function selectedOperation(context: IExecuteFunctions): Operation {
	const selected = findOperation(context);
	if (selected !== undefined) return selected;
	const selection = readSelection(context);
	const [resource, name] = selection;
	const node = context.getNode();
	if (selection.includes(CUSTOM_API_CALL)) {
		throw new NodeOperationError(node, 'Use the HTTP Request node for custom API calls', {
			description:
				'There, set "Authentication" to "Predefined Credential Type" and select this credential.',
		});
	}
	throw new NodeOperationError(node, `The resource "${resource}" has no operation "${name}"`, {
		description: 'Select "Resource" and "Operation" again.',
	});
}

/** The names of the resource and the operation. */
function readSelection(context: IExecuteFunctions): string[] {
	const selected = ['resource', 'operation'].map((name) => context.getNodeParameter(name, 0, ''));
	return selected.map(String);
}
