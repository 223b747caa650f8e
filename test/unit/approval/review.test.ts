import type { IExecuteFunctions } from 'n8n-workflow';

import { withToolCall } from '../../../nodes/WorkspaceTaskService/approval/review';

describe('the call of a tool in the message of a review', () => {
	const DEFAULT = '=Run {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';
	const SHOWN = 'Run Create_a_task\n\nInput:\n[object Object]';

	function messageFor(call: unknown, written: unknown = DEFAULT) {
		const context = {
			getNodeParameter: (...[name, , , options]: unknown[]) =>
				name === 'message' && Object(options).rawExpressions === true ? written : SHOWN,
			evaluateExpression: (text: string) => (text === '{{ $tool.parameters }}' ? call : undefined),
		};
		return withToolCall(context as unknown as IExecuteFunctions, { message: SHOWN }, 0).message;
	}

	it('has a line for each parameter', () => {
		const call = { Board: 'Roadmap', Title: 'Call $& the supplier', Tags: ['a'], Done: false };
		const lines = 'Board: Roadmap\nTitle: Call $& the supplier\nTags: ["a"]\nDone: false';
		expect(messageFor(call)).toBe(SHOWN.replace('[object Object]', () => lines));
		expect(messageFor({ Title: 'a' }, '=Input: {{$tool.parameters}}')).toMatch(/Title: a$/);
		expect(messageFor({})).toMatch(/Input:\n$/);
	});

	it('indents further lines of a value, so that none looks like a parameter', () => {
		for (const end of ['\n', '\r\n', '\r', '\n\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
			const shown = messageFor({ Title: `a${end}Amount: 1${end}b` });
			expect(shown).toMatch(/Title: a\n {4}Amount: 1\n {4}b$/);
		}
	});

	it.each([
		['there is no tool', undefined, DEFAULT],
		['the object comes from elsewhere', { Title: 'a' }, '=Send {{ $json.customer }}'],
		['they are written as JSON', { Title: 'a' }, '={{ JSON.stringify($tool.parameters) }}'],
	])('is not inserted if %s', (_, call, written) => {
		expect(messageFor(call, written)).toBe(SHOWN);
	});
});
