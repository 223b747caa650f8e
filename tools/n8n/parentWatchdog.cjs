// Preloaded into n8n: ends its process group, including the task runner, when the parent process
// ends, however that happens.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
