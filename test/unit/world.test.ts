/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import fc from 'fast-check';

import { reportOf } from '../support/world/report';
import { violationsOf } from '../support/world/checks/violations';
import { scenarios } from '../support/world/scenario/generator';
import { simulate } from '../support/world/world';

/**
 * More worlds with SIMULATION_SEEDS=5000; one of them with the SIMULATION_SEED and SIMULATION_PATH
 * that a failure prints.
 */
const { SIMULATION_SEEDS = '300', SIMULATION_SEED, SIMULATION_PATH } = process.env;
const BLOCK = 50;
/** Shrinking ends then; the worlds of a block take seconds. */
const MAX_MS = 100_000;

const blocks = Array.from(
	{ length: Math.ceil(Number(SIMULATION_SEEDS) / BLOCK) },
	(_, at) => at + 1,
);

/**
 * Client, limiter, memories and look-ups under one clock, against a service with a ledger: nothing is
 * created twice, every verdict is true, what works is done, and nothing waits longer than the contract
 * allows.
 */
it.each(SIMULATION_SEED === undefined ? blocks : [Number(SIMULATION_SEED)])(
	`every invariant holds in the ${BLOCK} worlds of seed %i`,
	async (seed) => {
		const holds = fc.asyncProperty(scenarios, async (scenario) => {
			expect(violationsOf(await simulate(scenario))).toEqual([]);
		});
		const failed = await fc.check(holds, {
			seed,
			numRuns: BLOCK,
			path: SIMULATION_PATH,
			interruptAfterTimeLimit: MAX_MS,
		});
		if (failed.counterexample === null) return;
		const replay = `SIMULATION_SEED=${failed.seed} SIMULATION_PATH=${failed.counterexamplePath}`;
		throw new Error(`${replay}\n${await reportOf(failed.counterexample[0])}`);
	},
);
