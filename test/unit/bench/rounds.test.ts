import { inRounds } from '../../../bench/nodes/rounds';

describe('rounds', () => {
	it('give each as many turns, and another the first one', async () => {
		const turns: string[] = [];
		await inRounds(3, ['a', 'b', 'c'], async (name) => turns.push(name));
		expect(turns.join('')).toBe('abcbcacab');
	});

	it('keep what was measured of each apart, in the order of the contestants', async () => {
		let count = 0;
		const samples = await inRounds(2, ['a', 'b'], async (name) => `${name}${++count}`);
		expect(samples).toEqual([
			['a1', 'a4'],
			['b2', 'b3'],
		]);
	});
});
