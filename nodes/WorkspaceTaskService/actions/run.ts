import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { ask } from '../transport/ask';
import { asNodeError, failedItem } from './failure';
import type { Operation, ServiceObject } from './operation';
import { checkParameters, readParameters } from './parameters';
import { registry } from './registry';

interface Job {
	operation: Operation;
	account: Account;
}

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// Every item awaits it, so that an unusable credential fails items like any other reason.
	const preparing = prepare(context);
	const output: INodeExecutionData[][] = [];
	for (const itemIndex of context.getInputData().keys()) {
		output.push(await runItem(context, preparing, itemIndex));
	}
	return [output.flat()];
}

async function prepare(context: IExecuteFunctions): Promise<Job> {
	return { operation: selectedOperation(context), account: await openAccount(context) };
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
	preparing: Promise<Job>,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	try {
		const objects = await perform(context, await preparing, itemIndex);
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
	{ operation, account }: Job,
	itemIndex: number,
): Promise<ServiceObject[]> {
	const entered = readParameters(context, operation, itemIndex);
	const parameters = checkParameters(context, operation, entered, itemIndex);
	const request = operation.request(parameters);
	const objects = await ask(context, account, request, operation.response, itemIndex);
	return operation.select?.(objects, parameters) ?? objects;
}
