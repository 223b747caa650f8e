import type { IExecuteFunctions } from 'n8n-workflow';

import { showToolParametersAsJson } from '../../../nodes/WorkspaceTaskService/approval/review';

describe('the call of a tool in the message of a review', () => {
	const SHOWN = 'Run Create_a_task\n\nInput:\n[object Object]';

	/** With an evaluation that shows what is evaluated. */
	function messageFor(written: unknown) {
		const context = {
			getNodeParameter: (...[name, , , options]: unknown[]) =>
				name === 'message' && Object(options).rawExpressions === true ? written : SHOWN,
			evaluateExpression: (text: string, itemIndex: number) => `${itemIndex}: ${text}`,
		};
		return showToolParametersAsJson(context as unknown as IExecuteFunctions, { message: SHOWN }, 3)
			.message;
	}

	it('is JSON, in which no value looks like another', () => {
		expect(messageFor('=Run {{ $tool.name }}: {{$tool.parameters}}')).toBe(
			'3: Run {{ $tool.name }}: {{ JSON.stringify($tool.parameters, null, 2) }}',
		);
	});

	it.each([
		['the object comes from elsewhere', '=Send {{ $json.customer }}'],
		['they are written as JSON', '={{ JSON.stringify($tool.parameters) }}'],
		['it is no expression', 'Send {{ $tool.parameters }}'],
		['there is no message', undefined],
	])('is not inserted if %s', (_, written) => {
		expect(messageFor(written)).toBe(SHOWN);
	});
});
