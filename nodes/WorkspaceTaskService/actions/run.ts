import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { readAnswer } from '../transport/errors';
import { send } from '../transport/request';
import { asNodeError, failedItem } from './failure';
import type { Operation, ServiceObject } from './operation';
import { checkParameters, readParameters } from './parameters';
import { registry } from './registry';

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(context);
	const account = await openAccount(context);
	const output: INodeExecutionData[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		output.push(...(await runItem(context, account, operation, itemIndex)));
	}
	return [output];
}

function selectedOperation(context: IExecuteFunctions): Operation {
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

async function runItem(
	context: IExecuteFunctions,
	account: Account,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	try {
		const objects = await perform(context, account, operation, itemIndex);
		return objects.map((object) => ({
			json: object as IDataObject,
			pairedItem: { item: itemIndex },
		}));
	} catch (error) {
		const failure = asNodeError(context, error, itemIndex);
		if (!context.continueOnFail()) throw failure;
		return [failedItem(failure, itemIndex)];
	}
}

async function perform(
	context: IExecuteFunctions,
	account: Account,
	operation: Operation,
	itemIndex: number,
): Promise<ServiceObject[]> {
	const entered = readParameters(context, operation, itemIndex);
	const parameters = checkParameters(context, operation, entered, itemIndex);
	const request = operation.request(parameters);
	const outcome = await send(context, account, request);
	const { response } = operation;
	const objects = readAnswer(outcome, { node: context.getNode(), request, response, itemIndex });
	return operation.select?.(objects, parameters) ?? objects;
}
