import { type DedupKey, DedupMemory } from '../../../nodes/WorkspaceTaskService/trigger/dedupe';

const START = Date.parse('2026-05-02T12:00:00.000Z');
const after = (ms: number) => new Date(START + ms);
const isNew = (memory: DedupMemory, keys: DedupKey[], now: Date) => memory.claim([keys], now)[0];
const key = (text: string, keptForMs = 60_000) => [{ text, keptForMs }];

describe('DedupMemory', () => {
	it('knows an event by any of its keys', () => {
		const memory = new DedupMemory();
		expect(isNew(memory, [...key('id a'), ...key('bytes a')], after(0))).toBe(true);
		expect(isNew(memory, [...key('id b'), ...key('bytes a')], after(1))).toBe(false);
		expect(isNew(memory, key('id b'), after(2))).toBe(false);
		expect(isNew(memory, key('id c'), after(3))).toBe(true);
	});

	it('forgets a key when its time is over', () => {
		const memory = new DedupMemory();
		isNew(memory, key('a'), after(0));
		expect(isNew(memory, key('a'), after(59_999))).toBe(false);
		expect(isNew(memory, key('a'), after(60_000))).toBe(true);
	});

	it('counts from the first, so that a steady repetition is accepted again', () => {
		const memory = new DedupMemory();
		const heard = [0, 40_000, 80_000, 120_000].map((ms) => isNew(memory, key('a'), after(ms)));
		expect(heard).toEqual([true, false, true, false]);
	});

	it('takes every event without a key as new', () => {
		const memory = new DedupMemory();
		expect([isNew(memory, [], after(0)), isNew(memory, [], after(0))]).toEqual([true, true]);
	});

	it('does not compare events of one delivery', () => {
		const memory = new DedupMemory();
		const batch = [key('delivery 1'), key('delivery 1')];
		expect(memory.claim(batch, after(0))).toEqual([true, true]);
		expect(memory.claim(batch, after(1))).toEqual([false, false]);
	});

	it('is bounded: it drops the oldest', () => {
		const memory = new DedupMemory(100);
		for (let n = 0; n < 1000; n += 1) isNew(memory, key(`event ${n}`), after(n));
		expect(memory.size).toBe(100);
		expect(isNew(memory, key('event 999'), after(1000))).toBe(false);
		expect(isNew(memory, key('event 900'), after(1000))).toBe(false);
		expect(isNew(memory, key('event 899'), after(1000))).toBe(true);
	});
});
