// Preloaded into a measured server: tells, over the channel to its parent, the CPU time it used,
// and ends with it.
process.on('message', () => process.send?.(process.cpuUsage()));
process.once('disconnect', () => process.exit());
process.channel?.unref();
