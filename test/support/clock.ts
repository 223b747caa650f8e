/** For `jest.useFakeTimers({ doNotFake })`: the date stands still, everything else runs. */
export const ALL_BUT_THE_CLOCK: FakeableAPI[] = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
