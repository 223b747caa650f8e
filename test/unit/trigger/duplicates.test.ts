import type { Trait } from '../../../nodes/WorkspaceTaskService/trigger/ids';
import { Duplicates } from '../../../nodes/WorkspaceTaskService/trigger/duplicates';

const START = Date.parse('2026-05-02T12:00:00.000Z');
const after = (ms: number) => new Date(START + ms);
const isNew = (duplicates: Duplicates, traits: Trait[], now: Date) =>
	duplicates.areNew([traits], now)[0];
const trait = (text: string, keptForMs = 60_000) => [{ text, keptForMs }];

describe('Duplicates', () => {
	it('knows an event by any of its traits', () => {
		const duplicates = new Duplicates();
		expect(isNew(duplicates, [...trait('id a'), ...trait('bytes a')], after(0))).toBe(true);
		expect(isNew(duplicates, [...trait('id b'), ...trait('bytes a')], after(1))).toBe(false);
		expect(isNew(duplicates, trait('id b'), after(2))).toBe(false);
		expect(isNew(duplicates, trait('id c'), after(3))).toBe(true);
	});

	it('forgets a trait when its time is over', () => {
		const duplicates = new Duplicates();
		isNew(duplicates, trait('a'), after(0));
		expect(isNew(duplicates, trait('a'), after(59_999))).toBe(false);
		expect(isNew(duplicates, trait('a'), after(60_000))).toBe(true);
	});

	it('counts from the first, so that a steady repetition is accepted again', () => {
		const duplicates = new Duplicates();
		const heard = [0, 40_000, 80_000, 120_000].map((ms) =>
			isNew(duplicates, trait('a'), after(ms)),
		);
		expect(heard).toEqual([true, false, true, false]);
	});

	it('takes every event without a trait as new', () => {
		const duplicates = new Duplicates();
		expect([isNew(duplicates, [], after(0)), isNew(duplicates, [], after(0))]).toEqual([
			true,
			true,
		]);
	});

	it('does not compare events of one delivery', () => {
		const duplicates = new Duplicates();
		const batch = [trait('delivery 1'), trait('delivery 1')];
		expect(duplicates.areNew(batch, after(0))).toEqual([true, true]);
		expect(duplicates.areNew(batch, after(1))).toEqual([false, false]);
	});

	it('is bounded: it drops the oldest', () => {
		const duplicates = new Duplicates(100);
		for (let n = 0; n < 1000; n += 1) isNew(duplicates, trait(`event ${n}`), after(n));
		expect(duplicates.size).toBe(100);
		expect(isNew(duplicates, trait('event 999'), after(1000))).toBe(false);
		expect(isNew(duplicates, trait('event 900'), after(1000))).toBe(false);
		expect(isNew(duplicates, trait('event 899'), after(1000))).toBe(true);
	});
});
