#!/usr/bin/env node
import { EXIT, InterruptedError } from './errors.ts';
import { run } from './program.ts';

const interruption = new AbortController();
const interrupt = () => {
  // A second Ctrl-C exits without cleaning up.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort(new InterruptedError());
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// `gridctl points list | head` ends when head has seen enough. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.refused);
});

process.exitCode = await run(process.argv.slice(2), process, interruption.signal);
