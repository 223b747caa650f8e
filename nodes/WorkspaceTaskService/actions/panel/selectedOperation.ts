import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { field } from '../../api/json';
import type { Operation } from '../operation';
import { registry } from '../registry';

/** n8n adds this entry to each resource and operation list of a node with such credentials. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

interface Selection {
	resource: string;
	operation: string;
}

function readSelection(context: IExecuteFunctions): Selection {
	const resource = context.getNodeParameter('resource', 0, '');
	const operation = context.getNodeParameter('operation', 0, '');
	return { resource: String(resource), operation: String(operation) };
}

/** Undefined if no operation is selected. */
export function findOperation(context: IExecuteFunctions): Operation | undefined {
	const { resource, operation } = readSelection(context);
	return field(registry, resource, operation) as Operation | undefined;
}

/** @throws NodeOperationError if no operation is selected */
export function selectedOperation(context: IExecuteFunctions): Operation {
	const selected = findOperation(context);
	if (selected !== undefined) return selected;
	const { resource, operation } = readSelection(context);
	const node = context.getNode();
	if (resource === CUSTOM_API_CALL || operation === CUSTOM_API_CALL) {
		throw new NodeOperationError(node, 'Use the HTTP Request node for custom API calls', {
			description:
				'There, set "Authentication" to "Predefined Credential Type" and select this credential.',
		});
	}
	throw new NodeOperationError(node, `The resource "${resource}" has no operation "${operation}"`, {
		description: 'Select "Resource" and "Operation" again.',
	});
}
