import { project, withN8n } from './jest.config.mjs';

// Apart from the others, which need neither PostgreSQL nor Redis; one n8n of five processes at a time.
export default {
	projects: [project('scale', { ...withN8n, globalSetup: '<rootDir>/test/scale/setup.ts' })],
	maxWorkers: 1,
};
