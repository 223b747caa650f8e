import { DateTime } from 'luxon';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { endOfWait } from '../../../nodes/WorkspaceTaskService/api/dates';
import {
	askedQuestion,
	checkCanWait,
	notAskedAgain,
} from '../../../nodes/WorkspaceTaskService/approval/wait';

const now = DateTime.fromISO('2030-01-31T12:00:00', { zone: 'Europe/Berlin' });
const at = (limit: object) => endOfWait(limit as Record<string, unknown>, now);
const time = (maxDateAndTime: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });

describe('the end of a wait', () => {
	it.each([
		['an hour', { resumeAmount: 1, resumeUnit: 'hours' }, '2030-01-31T13:00:00.000+01:00'],
		['minutes', { resumeAmount: 1.5, resumeUnit: 'minutes' }, '2030-01-31T12:01:30.000+01:00'],
		[
			'a time of the picker, in the time zone of the workflow',
			time('2030-02-01T08:00:00'),
			'2030-02-01T08:00:00.000+01:00',
		],
		['a time with a zone', time('2030-02-01T08:00:00Z'), '2030-02-01T09:00:00.000+01:00'],
	])('is read from %s', (_, limit, iso) => {
		expect(at(limit).toISO()).toBe(iso);
	});

	it.each([
		['no time at all', time(undefined)],
		['a word', time('tomorrow')],
		['a unit that n8n does not have', { resumeAmount: 1, resumeUnit: 'weeks' }],
		['an expression without a value', { resumeUnit: 'hours' }],
		['an amount beyond the calendar', { resumeAmount: 1e12, resumeUnit: 'days' }],
		['a time that has passed', time('2030-01-31T11:59:59')],
	])('is not later than now for %s', (_, limit) => {
		expect(at(limit) > now).toBe(false);
	});
});

it('a review that is skipped says that nobody was asked again', () => {
	const context = { getNode: () => ({ type: 'xHitlTool' }) } as IExecuteFunctions;
	const json = { skipped: true, reason: 'Already created for key 7.' };
	const [item] = notAskedAgain(context, [{ json }]);
	expect(item?.json).toEqual({
		approved: false,
		...json,
		chatInput:
			'No person has decided. Nobody was asked again. Already created for key 7. The tool was not run.',
	});
});

it('a question is found whatever the name of its node', () => {
	const name = 'Ask "A\\B" {{ $json }} }}';
	let expression = '';
	const context = {
		getNode: () => ({ name }),
		evaluateExpression: (text: string) => ((expression = text), '{"id":"1"}'),
	} as unknown as IWebhookFunctions;
	expect(askedQuestion(context)).toEqual({ id: '1' });
	const [, text = ''] = /^\{\{ \$node\[([^}]*)\]\.context\.approval \}\}$/.exec(expression) ?? [];
	expect(JSON.parse(text)).toBe(name);
});

it.each([
	['a tool', 'xTool', 'A tool cannot wait. Add this node as the human review of a tool.'],
	['a review', 'xHitlTool', undefined],
])('%s of type %s can wait, or says why not', (_, type, message) => {
	const context = {
		getNode: () => ({ type }),
		getInputData: () => [{ json: {} }],
		getSignedResumeUrl: () => '',
		getWorkflowSettings: () => ({ executionOrder: 'v1' }),
	} as unknown as IExecuteFunctions;
	const check = () => checkCanWait(context);
	if (message === undefined) expect(check).not.toThrow();
	else
		expect(check).toThrow(
			expect.objectContaining({ message, description: 'Nothing was created.' }),
		);
});
