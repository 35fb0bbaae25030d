// Node's own type stripping as a Jest transform: types become spaces, so line and column numbers stay.
const { createHash } = require('node:crypto');
const { stripTypeScriptTypes } = require('node:module');

const strip = (code) => stripTypeScriptTypes(code, { mode: 'strip' });

module.exports = {
  canInstrument: false,
  process: (code) => ({ code: strip(code) }),
  processAsync: async (code) => ({ code: strip(code) }),
  getCacheKey: (code, file) => createHash('sha1').update(code).update(file).update(process.version).digest('hex'),
};
