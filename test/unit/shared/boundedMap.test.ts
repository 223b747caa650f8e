import { ExpiringBoundedMap } from '../../../nodes/WorkspaceTaskService/shared/boundedMap';

describe('a memory of this process', () => {
	it('removes the oldest entry beyond its size; one that is set again is the newest', () => {
		const map = new ExpiringBoundedMap<string>(2);
		for (const key of ['a', 'b', 'a', 'c']) map.set(key, `value of ${key}`);
		expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([
			'value of a',
			undefined,
			'value of c',
		]);
	});

	it('forgets an entry once its time is over', () => {
		let now = 0;
		const map = new ExpiringBoundedMap<string>(2, () => now);
		map.set('brief', 'value', 1_000);
		map.set('lasting', 'value');
		now = 999;
		expect(map.get('brief')).toBe('value');
		now = 1_000;
		expect([map.get('brief'), map.get('lasting')]).toEqual([undefined, 'value']);
	});

	it.each([-1, 1])('does not change if the date is set by %i h', (hours) => {
		const map = new ExpiringBoundedMap<string>(2);
		map.set('lasting', 'value', 60_000);
		map.set('over', 'value', 0);
		const date = Date.now() + hours * 3_600_000;
		jest.spyOn(Date, 'now').mockReturnValue(date);
		expect([map.get('lasting'), map.get('over')]).toEqual(['value', undefined]);
		jest.restoreAllMocks();
	});
});
