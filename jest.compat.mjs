import { engine, project } from './jest.config.mjs';

// Apart from the others, because each older n8n takes 2 GB of disk.
export default {
	projects: [
		project('compat'),
		project('engine', {
			...engine,
			displayName: 'engine of the oldest n8n',
			// Older engines show no previews; what takes minutes says nothing more about an engine.
			testPathIgnorePatterns: ['/(preview|exactly-once)\\.test\\.ts$'],
			resolver: '<rootDir>/test/support/oldest-engine.cjs',
		}),
	],
	maxWorkers: 1,
	// The sleep of older engines goes on after a cancelled execution.
	forceExit: true,
};
