/** Ends the process with one clear line if Node is too old, before anything fails with an obscure error. */
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `Almagest needs Node ${OLDEST} or later, this is ${process.version}; \`npm start\` brings its own\n`,
  );
  process.exit(1);
}
