import { ConfigurationError } from '../src/process/environment.ts';
import { openLog } from '../src/process/log.ts';
import { runProcess } from '../src/process/process.ts';

// A process built like a service. `process.test.ts` runs it, and its argument selects the behaviour.
const [behaviour] = process.argv.slice(2);

/** A stop that waits until the test writes to standard input. */
function stopSlowly(): Promise<void> {
  process.stdout.write('stop begins\n');
  return new Promise((resolve) => {
    process.stdin.once('data', () => {
      process.stdin.destroy();
      process.stdout.write('stop ends\n');
      resolve();
    });
  });
}

await runProcess(
  () => {
    if (behaviour === 'malformed') throw new ConfigurationError('PORT is not set\nHOST is not set');
    return { greeting: 'ready' };
  },
  ({ greeting }) => {
    if (behaviour === 'cannot-start') throw new Error('the port is taken');
    const log = openLog('program', 'info');
    setInterval(() => undefined, 60_000);
    setImmediate(() => {
      process.stdout.write(`${greeting}\n`);
      if (behaviour === 'throw') throw new Error('nobody caught me');
      if (behaviour === 'block') for (;;);
      if (behaviour === 'reject') void Promise.reject(new Error('nobody caught me'));
    });
    const stop = behaviour === 'broken-stop' ? () => Promise.reject(new Error('cannot close')) : stopSlowly;
    return Promise.resolve({ log, stop, watchdogSec: 2 });
  },
);
