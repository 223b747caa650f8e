import { BoundedMap } from '../../nodes/WorkspaceTaskService/boundedMap';

/** A map of two with those keys, one after the other. */
const mapOf = (...keys: string[]) => {
	const map = new BoundedMap<number>(2);
	keys.forEach((key, n) => map.set(key, n));
	return [...map];
};

describe('a bounded map', () => {
	it.each([
		['keeps all while there is room', ['a', 'b'], { a: 0, b: 1 }],
		['lets the oldest go for one more', ['a', 'b', 'c'], { b: 1, c: 2 }],
		['takes one that is set again for the latest', ['a', 'b', 'a', 'c'], { a: 2, c: 3 }],
		['lets nothing go for one that it has', ['a', 'b', 'a'], { b: 1, a: 2 }],
		['has an empty key like any other', ['', 'b', 'c'], { b: 1, c: 2 }],
	])('%s', (_, keys, kept) => {
		expect(mapOf(...keys)).toEqual(Object.entries(kept));
	});
});
