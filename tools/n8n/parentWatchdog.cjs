// Preloaded into n8n: ends it, and the task runner in its process group, when the process that
// started it is gone for whatever reason.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
