module.exports = globalThis.loadShared('zod', require);
