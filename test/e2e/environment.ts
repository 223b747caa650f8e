import { attachEnvironment, type TestEnvironment } from '../support/n8n/environment';

/** The shared n8n, for all tests of a suite. */
export let environment: TestEnvironment;
beforeAll(async () => (environment = await attachEnvironment()));
afterAll(async () => await environment?.close());
