module.exports = globalThis.loadShared('n8n-workflow', require);
