import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { Result } from '../../../nodes/WorkspaceTaskService/actions/results';
import { firstFailure, outputOf } from '../../../nodes/WorkspaceTaskService/actions/results';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const done = (hasEffect = true): Result => ({ kind: 'done', items: [{ json: {} }], hasEffect });
const failed = (message: string, hasEffect = false): Result => ({
	kind: 'failed',
	error: new NodeOperationError(node as never, message, { description: 'Look.' }),
	hasEffect,
});
const notStarted: Result = { kind: 'notStarted' };

describe('the error of a run', () => {
	it('is that of the first failed item and accounts for the others', () => {
		const results = [done(), done(), failed('a', true), done(), failed('b'), notStarted];
		const failure = firstFailure(results);
		expect(failure?.message).toBe('a');
		expect(failure?.description).toBe(
			'Look. Done: items 0–1, 3. Possibly done: item 2. Nothing created: the other 2 items.',
		);
	});

	it.each([
		['with a single item', [failed('a', true)]],
		['that created nothing', [failed('a'), notStarted]],
		['that only lists', [done(false), failed('a')]],
	])('%s does not account for items', (_, results) => {
		expect(firstFailure(results)?.description).toBe('Look.');
	});

	it('is undefined if every item succeeded', () => {
		expect(firstFailure([done(), done()])).toBeUndefined();
	});
});

const context = (type: string) => ({ getNode: () => ({ type }) }) as IExecuteFunctions;

describe('the output', () => {
	it('keeps the order of the items and pairs failures with their items', () => {
		const output = outputOf(context('x'), [done(), failed('a'), done()]);
		expect(output).toMatchObject([{ json: {} }, { json: { error: 'a' } }, { json: {} }]);
		expect(output[1]?.pairedItem).toEqual({ item: 1 });
	});

	it.each(['The board is full', 'The board is full.'])(
		'tells an agent that nobody rejected the call if its review failed, and what to do: %s',
		(error) => {
			const [item] = outputOf(context('xHitlTool'), [failed(error)]);
			expect(item?.json).toEqual({
				error,
				message: 'Look.',
				chatInput:
					'No person has decided. The review failed: The board is full. Look. The tool was not run.',
			});
		},
	);
});
