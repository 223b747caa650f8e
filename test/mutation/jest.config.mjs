import { fileURLToPath } from 'node:url';

import { project, engine } from '../../jest.config.mjs';

const PACKAGE = 'actions,api,approval,credentials,methods,transport,trigger';

export default {
	...project('mutation', engine),
	rootDir: '../..',
	testMatch: [
		'<rootDir>/test/unit/{commonFields,ownTasks}.test.ts',
		`<rootDir>/test/unit/{${PACKAGE}}/**/*.test.ts`,
		'<rootDir>/test/engine/*.test.ts',
	],
	// Slow, and they find nothing that the other suites do not: too expensive for each mutant.
	testPathIgnorePatterns: ['engine/exactlyOnce', 'engine/dates'],
	setupFilesAfterEnv: ['<rootDir>/test/mutation/preload.cjs'],
	runner: '<rootDir>/test/mutation/runner.cjs',
	testEnvironment: fileURLToPath(new URL('environment.cjs', import.meta.url)),
};
