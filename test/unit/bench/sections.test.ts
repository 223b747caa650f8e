import { z } from 'zod/v4';
import { defineSection } from '../../../bench/nodes/section';
import { chosen } from '../../../bench/nodes/sections';

const all = ['walks', 'runs', 'runs-uphill'].map((name) =>
	defineSection({ name, row: z.object({}), measure: async () => [], tables: {} }),
);

describe('the sections that a call names', () => {
	it.each([
		{ names: [], are: ['walks', 'runs', 'runs-uphill'] },
		{ names: ['walks'], are: ['walks'] },
		{ names: ['runs'], are: ['runs', 'runs-uphill'] },
		{ names: ['runs-uphill', 'walks'], are: ['walks', 'runs-uphill'] },
	])('$names are $are', ({ names, are }) => {
		expect(chosen(names, all).map(({ name }) => name)).toEqual(are);
	});

	it('must exist', () => {
		expect(() => chosen(['run'], all)).toThrow(
			'There is no section "run": walks, runs, runs-uphill',
		);
	});
});
