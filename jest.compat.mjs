import { engine, project, withN8n } from './jest.config.mjs';

// Apart from the others, because each older n8n takes more than 1 GB of disk.
export default {
	projects: [
		project('compat', withN8n),
		project('engine', {
			...engine,
			displayName: 'engine of the oldest n8n',
			moduleNameMapper: {},
			globalSetup: '<rootDir>/test/compat/setup.ts',
			// The first takes minutes and says nothing more about an engine; the oldest one signs no links,
			// which test/compat covers.
			testPathIgnorePatterns: ['/exactly-once\\.test\\.ts$', '/engine/approval\\.test\\.ts$'],
			resolver: '<rootDir>/test/compat/oldestEngine.cjs',
		}),
	],
	maxWorkers: 1,
	// Nothing is measured here, and the machine may be busy.
	testTimeout: 60_000,
	// In older engines the sleep of a cancelled execution continues.
	forceExit: true,
};
