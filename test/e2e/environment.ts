import { attachEnvironment, type TestEnvironment } from '../support/n8n/environment';

export * from '../support/n8n/tools';

/** The shared n8n, for all tests of a suite. */
export let environment: TestEnvironment;
beforeAll(async () => (environment = await attachEnvironment()));
afterAll(async () => await environment?.close());
