/** Runner and environment share this: jest loads both in one process. */
module.exports = { failed: false, tests: {} };
