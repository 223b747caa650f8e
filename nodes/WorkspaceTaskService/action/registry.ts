import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { sendAndWait } from '../approval/task.sendAndWait';
import { createBoard } from '../operations/board.create';
import { findOrCreateBoard } from '../operations/board.findOrCreate';
import { getAllBoards } from '../operations/board.getAll';
import type { Operation } from '../operations/operation';
import { createTask } from '../operations/task.create';
import { createWebhook } from '../operations/webhook.create';
import { getMember } from '../reading/json';

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

const SELECT_AGAIN =
	'Select "Resource" and "Operation" again. For custom API calls, use the HTTP Request node with "Predefined Credential Type".';

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
export function findSelectedOperation(context: IExecuteFunctions): Operation | undefined {
	return getMember(registry, ...readSelectedNames(context)) as Operation | undefined;
}

/** @throws NodeOperationError if no operation is selected */
export function requireSelectedOperation(context: IExecuteFunctions): Operation {
	const selected = findSelectedOperation(context);
	if (selected !== undefined) return selected;
	const [resource, name] = readSelectedNames(context);
	const message = `The resource "${resource}" has no operation "${name}"`;
	throw new NodeOperationError(context.getNode(), message, { description: SELECT_AGAIN });
}

/** The names of the resource and the operation. */
function readSelectedNames(context: IExecuteFunctions): string[] {
	const read = (name: string) => String(context.getNodeParameter(name, 0, ''));
	return [read('resource'), read('operation')];
}
