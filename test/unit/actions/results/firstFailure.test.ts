import { NodeOperationError } from 'n8n-workflow';

import type { Result } from '../../../../nodes/WorkspaceTaskService/actions/item';
import { firstFailure } from '../../../../nodes/WorkspaceTaskService/actions/results/firstFailure';

const node = { id: '1', name: 'a', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const done = (hasEffect = true): Result => ({ kind: 'done', items: [{ json: {} }], hasEffect });
const failed = (message: string, hasEffect = false): Result => ({
	kind: 'failed',
	error: new NodeOperationError(node as never, message, { description: 'Look.' }),
	hasEffect,
});
const notStarted: Result = { kind: 'notStarted' };

describe('the error of a run', () => {
	it.each<[string, Result[], string]>([
		[
			'which may have created something',
			[done(), done(), failed('a', true), done(), failed('b'), notStarted],
			'Look. Done: items 0–1, 3. Possibly done: item 2. Nothing created: the other 2 items.',
		],
		[
			'after which none was created',
			[failed('a', true), failed('b')],
			'Look. Possibly done: item 0. Nothing created: the other item.',
		],
		[
			'which is the only other one',
			[done(), failed('a', true)],
			'Look. Done: item 0. Possibly done: item 1.',
		],
		['which is alone', [failed('a', true)], 'Look.'],
		['of a run that only lists', [done(false), failed('a')], 'Look.'],
	])('is that of the first failed item, %s, and accounts for the others', (_, results, text) => {
		const failure = firstFailure(results);
		expect(failure?.message).toBe('a');
		expect(failure?.description).toBe(text);
	});

	it('is undefined if every item succeeded', () => {
		expect(firstFailure([done(), done()])).toBeUndefined();
	});
});
