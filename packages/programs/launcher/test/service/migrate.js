import { existsSync } from 'node:fs';
import { failIfRequested, note, stopOnSignal } from './journal.js';

const { HANGS, OTHER_PORT, JOURNAL } = process.env;
if (HANGS === 'migrate') {
  note('start');
  const work = setInterval(() => undefined, 1_000);
  stopOnSignal(() => clearInterval(work));
} else {
  // The other service's migration must be running before this migration fails.
  if (OTHER_PORT) while (!existsSync(JOURNAL)) await new Promise((resolve) => setTimeout(resolve, 20));
  failIfRequested();
  note('start');
}
