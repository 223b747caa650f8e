import type { IExecuteFunctions } from 'n8n-workflow';

import { turnsFailuresIntoItems } from '../../../nodes/WorkspaceTaskService/shared/nodeKind';

it.each([
	['x', undefined, false, false],
	['x', 'continueRegularOutput', true, true],
	['xTool', undefined, false, true],
	['xTool', 'stopWorkflow', false, false],
])(
	'a failure of %s with On Error %s (continues: %p) becomes an item: %p',
	(type, onError, isSet, expected) => {
		const getNode = () => ({ type, onError });
		const context = { getNode, continueOnFail: () => isSet } as unknown as IExecuteFunctions;
		expect(turnsFailuresIntoItems(context)).toBe(expected);
	},
);
