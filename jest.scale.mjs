import { project } from './jest.config.mjs';

// Apart from the others, which need neither PostgreSQL nor Redis; one n8n of five processes at a time.
export default {
	projects: [project('scale', { globalSetup: '<rootDir>/test/support/queue-programs.ts' })],
	maxWorkers: 1,
};
