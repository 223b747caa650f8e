/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
/** What the mutated sources read and count. The names are those of Stryker's instrumenter. */
interface Namespace {
	activeMutant?: string;
	currentTestId?: string;
	hitCount: number;
	hitLimit?: number;
	mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

/** How often each mutant was reached, by its ID. */
export type Hits = Record<string, number>;

const namespace: Namespace = { hitCount: 0 };
Object.assign(globalThis, { __stryker__: namespace });

export const active = {
	/** @param hitLimit ends a loop that the mutant makes endless */
	start(mutant: string | undefined, hitLimit: number | undefined) {
		Object.assign(namespace, { activeMutant: mutant, hitLimit, hitCount: 0 });
		namespace.currentTestId = undefined;
		namespace.mutantCoverage = { static: {}, perTest: {} };
	},

	isLoopEnded: () => namespace.hitLimit !== undefined && namespace.hitCount > namespace.hitLimit,

	enter(test: string | undefined) {
		namespace.currentTestId = test;
	},

	outsideTests(run: () => void) {
		const test = namespace.currentTestId;
		namespace.currentTestId = undefined;
		try {
			run();
		} finally {
			namespace.currentTestId = test;
		}
	},

	reached: () => namespace.mutantCoverage ?? { static: {}, perTest: {} },
};
