// n8n's loader would load the sources within the first test of a file, and Stryker would attribute
// their constants to that test alone.
if (expect.getState().testPath.includes('engine')) {
	require('../../nodes/WorkspaceTaskService/WorkspaceTaskService.node');
	require('../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node');
	require('../../credentials/WorkspaceTaskServiceApi.credentials');
	require('../../credentials/WorkspaceTaskServiceLoginApi.credentials');
}

// Enough to find a mutant: one that survives runs every test that reaches it.
require('fast-check').configureGlobal({ numRuns: 30 });
