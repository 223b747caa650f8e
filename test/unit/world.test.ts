/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { reportOf } from '../support/world/checks/report';

/** More with SIMULATION_SEEDS=5000; a single one with SIMULATION_SEED=123. */
const { SIMULATION_SEEDS = '300', SIMULATION_SEED } = process.env;
const BLOCK = 50;

const seeds = Array.from({ length: Number(SIMULATION_SEEDS) }, (_, index) => index + 1);
const blocks = seeds.filter((seed) => seed % BLOCK === 1);
const all: Array<[string, number[]]> = blocks.map((from) => [
	`of seeds ${from} to ${Math.min(from + BLOCK - 1, seeds.length)}`,
	seeds.slice(from - 1, from - 1 + BLOCK),
]);

/**
 * Client, limiter, memories and look-ups under one clock, against a service with a ledger: nothing is
 * created twice, every verdict is true, and nothing waits longer than the contract allows.
 */
it.each(SIMULATION_SEED === undefined ? all : [['of one seed', [Number(SIMULATION_SEED)]]])(
	'every invariant holds in the worlds %s',
	async (_, block) => {
		for (const seed of block as number[]) {
			const report = await reportOf(seed);
			if (report !== undefined) throw new Error(report);
		}
	},
);
