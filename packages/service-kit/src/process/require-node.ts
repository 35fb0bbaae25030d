/** Ends the process with one clear line if Node is too old, before anything fails with an obscure error. */
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `Almagest needs Node ${OLDEST} or later, but this is ${process.version}. \`npm start\` installs it\n`,
  );
  process.exit(1);
}
