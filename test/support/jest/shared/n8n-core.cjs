module.exports = globalThis.loadShared('n8n-core', require);
