import fc from 'fast-check';
import { DEFAULTS, type Assumed } from '../../../sandbox/assumptions';
import { checkSandbox } from '../../support/check';

// Each run starts two sandboxes.

const RUNS = 25;

const oneOf = fc.constantFrom;
/** The usual value is likely, since the others hide what comes later. */
const mostly = <T>(usual: T, ...others: T[]) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));

const assumptions: fc.Arbitrary<Assumed> = fc.record({
	boardsList: oneOf('array', 'data', 'boards', 'items', 'results'),
	ids: oneOf('number', 'string'),
	createStatus: oneOf(201, 200, 202, 204),
	createBody: oneOf('object', 'data', 'array', 'empty'),
	loginBody: oneOf('token-and-user', 'token-only', 'extra', 'no-token'),
	errorBody: oneOf('nested', 'message', 'errors', 'problem', 'text', 'html', 'empty'),
	validationStatus: oneOf(422, 400),
	unknownFields: oneOf('kept', 'refused'),
	tasksCount: oneOf('tasks_count', 'task_count', 'tasksCount'),
	dueDates: oneOf('day', 'utc', 'offset'),
	rateLimit: mostly(null, { requests: 1, seconds: 60 }, { requests: 2, seconds: 30 }),
	planRefusal: mostly(null, 402, 403),
	httpsOnLoopback: mostly(false, true),
	addressCheck: oneOf(null, 'hub.challenge', 'challenge', 'validationToken'),
	webhookId: fc.boolean(),
	// A check registers only one webhook.
	duplicateWebhooks: fc.constant('accepted'),
	notification: oneOf('data.task', 'task', 'data', 'flat', 'batch', 'array'),
	eventField: oneOf('event', 'type', 'event_type', 'kind', 'action', 'none'),
	eventSpelling: oneOf('task.created', 'task_created', 'TASK_CREATED'),
	eventHeader: fc.boolean(),
	deliveryIdHeader: fc.boolean(),
	webhookQuery: oneOf('kept', 'dropped'),
	retryDelaysMs: oneOf([], [0]),
});

describe('a sandbox that is started from the report of another', () => {
	it('behaves the same for any assumptions', async () => {
		await fc.assert(
			fc.asyncProperty(assumptions, async (assumed) => {
				const report = await checkSandbox(assumed);
				const again = await checkSandbox(report.assumptions);
				const isEmpty = assumed.createStatus === 204 && 'createBody' in report.assumptions;

				expect(again).toEqual(report);
				expect({ ...assumed, ...(isEmpty && { createBody: 'empty' }) }).toMatchObject(
					report.assumptions,
				);
			}),
			{ numRuns: RUNS },
		);
	});

	it('shares at least 20 assumptions with the other', async () => {
		const { assumptions: settled } = await checkSandbox({ ...DEFAULTS, retryDelaysMs: [0] });

		expect(Object.keys(DEFAULTS).filter((name) => !(name in settled))).toEqual([
			'duplicateWebhooks',
		]);
		expect(Object.keys(settled).length).toBeGreaterThanOrEqual(20);
	});
});
