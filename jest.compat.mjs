import { engine, project } from './jest.config.mjs';

// Apart from the others, because each older n8n takes 2 GB of disk.
export default {
	projects: [
		project('compat'),
		project('engine', {
			...engine,
			displayName: 'engine of the oldest n8n',
			// Older engines show no previews.
			testPathIgnorePatterns: ['/preview\\.test\\.ts$'],
			resolver: '<rootDir>/test/support/oldest-engine.cjs',
		}),
	],
	maxWorkers: 1,
};
