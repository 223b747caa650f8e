module.exports = globalThis.loadShared('undici', require);
