/** Ends a process on a Node that is too old with one clear line, before anything can fail obscurely. */
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `Almagest needs Node ${OLDEST} or later, this is ${process.version}; \`npm start\` brings its own\n`,
  );
  process.exit(1);
}
