import fc from 'fast-check';

import { violationsOf } from '../support/world/checks/violations';
import { reportOf } from '../support/world/report';
import { scenarios } from '../support/world/scenario/generator';
import { simulate } from '../support/world/world';

/**
 * More worlds with SIMULATION_SEEDS=5000; one of them with the SIMULATION_SEED and SIMULATION_PATH
 * that a failure prints.
 */
const { SIMULATION_SEEDS = '300', SIMULATION_SEED, SIMULATION_PATH } = process.env;
const BLOCK = 50;
/** After a failure; an interruption by fast-check would leave a world running. */
const SHRINKING_MS = 30_000;
/** On a busy machine too. */
const BLOCK_MS = 900_000;

const all = Array.from({ length: Math.ceil(Number(SIMULATION_SEEDS) / BLOCK) }, (_, at) => at + 1);

/**
 * Client, limiter, memories, look-ups and the trigger under one clock, against a service with a
 * ledger: nothing is created twice, every verdict is true, what works is done, no event is lost, and
 * nothing waits longer than the contract allows.
 */
it.each(SIMULATION_SEED === undefined ? all : [Number(SIMULATION_SEED)])(
	`every invariant holds in the ${BLOCK} worlds of seed %i`,
	async (seed) => {
		let failed: { invariant: string; until: number } | undefined;
		const holds = fc.asyncProperty(scenarios, async (scenario) => {
			if (failed !== undefined && Date.now() > failed.until) return;
			const violations = violationsOf(await simulate(scenario));
			const [first] = violations;
			if (first === undefined) return;
			failed ??= { invariant: first.invariant, until: Date.now() + SHRINKING_MS };
			expect(violations.map(({ invariant }) => invariant)).not.toContain(failed.invariant);
		});
		const path = SIMULATION_PATH;
		const { counterexample, counterexamplePath } = await fc.check(holds, {
			...{ seed, path, numRuns: BLOCK },
		});
		if (counterexample === null) return;
		const replay = `SIMULATION_SEED=${seed} SIMULATION_PATH=${counterexamplePath}`;
		throw new Error(`${replay}\n${await reportOf(counterexample[0])}`);
	},
	BLOCK_MS,
);
