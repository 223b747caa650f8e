/** For `jest.useFakeTimers({ doNotFake })`: the date does not change, everything else runs. */
export const ALL_BUT_THE_CLOCK: FakeableAPI[] = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
