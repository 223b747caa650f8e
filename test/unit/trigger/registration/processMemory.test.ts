import {
	recentFailure,
	rememberFailure,
} from '../../../../nodes/WorkspaceTaskService/trigger/registration/processMemory';

const refusal = new Error('refused');
const START = Date.parse('2026-05-02T12:00:00.000Z');

/** How many of the tries at these seconds after the failure are repetitions of n8n. */
function repetitions(attempt: string, isAmbiguous: boolean, seconds: number[]): boolean[] {
	rememberFailure(attempt, { refusal, isAmbiguous }, new Date(START));
	return seconds.map((second) => {
		const found = recentFailure(attempt, new Date(START + second * 1000));
		return found === refusal;
	});
}

describe('the memory of failed registrations', () => {
	it.each([
		['knows the four repetitions of n8n', [1, 3, 7, 15], [true, true, true, true]],
		['knows them on a slow machine', [3, 8, 16, 30], [true, true, true, true]],
		['ends after the fourth', [1, 3, 7, 15, 16], [true, true, true, true, false]],
		['lets a person try again after a few seconds', [5], [false]],
	])('%s', (name, seconds, expected) => {
		expect(repetitions(name, false, seconds)).toEqual(expected);
	});

	it('keeps an ambiguous failure for longer: another try could make a third registration', () => {
		expect(repetitions('ambiguous', true, [25, 50, 75, 100])).toEqual([true, true, true, true]);
		expect(repetitions('late', true, [31])).toEqual([false]);
	});

	it('knows nothing of another attempt', () => {
		rememberFailure('one', { refusal, isAmbiguous: true }, new Date(START));
		expect(recentFailure('other', new Date(START))).toBeUndefined();
	});
});
