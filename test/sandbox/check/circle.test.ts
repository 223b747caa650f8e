import fc from 'fast-check';
import { assumed, VALUES, type Assumed } from '../../../sandbox/assumptions';
import { checkSandbox } from '../../support/sandbox/check';

// Each run starts two sandboxes.

const RUNS = 25;

/** The usual value is likely, since the others hide what comes later. */
const mostly = <T>(usual: T, ...others: T[]) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));

const choices = Object.entries(VALUES).map(
	([name, values]) => [name, fc.constantFrom(...values)] as const,
);

const assumptions: fc.Arbitrary<Assumed> = fc
	.record({
		...Object.fromEntries(choices),
		rateLimit: mostly(null, { requests: 1, seconds: 60 }, { requests: 2, seconds: 30 }),
		planRefusal: mostly(null, 402, 403),
		httpsOnLoopback: mostly(false, true),
		// A check registers only one webhook.
		duplicateWebhooks: fc.constant('accepted'),
		retryDelaysMs: fc.constantFrom([], [0]),
	})
	.map((settings) => assumed.parse(settings));

/** Settings with each value that hides no other one. */
const inTurn = Array.from({ length: 7 }, (_, turn) =>
	assumed.parse({
		...Object.fromEntries(
			Object.entries(VALUES).map(([name, values]) => [name, values[turn % values.length]]),
		),
		rateLimit: null,
		planRefusal: null,
		httpsOnLoopback: false,
		duplicateWebhooks: 'accepted',
		retryDelaysMs: [0],
	}),
);

describe('a sandbox that is started from the report of another', () => {
	it('behaves the same for any assumptions', async () => {
		await fc.assert(
			fc.asyncProperty(assumptions, async (settings) => {
				const report = await checkSandbox(settings);
				const again = await checkSandbox(report.assumptions);
				const isEmpty = settings.createStatus === 204 && 'createBody' in report.assumptions;

				expect(again).toEqual(report);
				expect({ ...settings, ...(isEmpty && { createBody: 'empty' }) }).toMatchObject(
					report.assumptions,
				);
			}),
			{ numRuns: RUNS },
		);
	});

	it('shares all assumptions with it but one, which a check cannot see', async () => {
		const seen = new Set<string>();
		for (const settings of inTurn) {
			const { assumptions: found } = await checkSandbox(settings);
			for (const entry of Object.entries(found)) seen.add(JSON.stringify(entry));
		}
		const unseen = inTurn.flatMap((settings) =>
			Object.entries(settings).filter((entry) => !seen.has(JSON.stringify(entry))),
		);

		expect(unseen).toEqual(inTurn.map(() => ['duplicateWebhooks', 'accepted']));
	});
});
