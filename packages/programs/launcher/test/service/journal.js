import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const role = process.argv[1].split('/').at(-1).replace('.js', '');

/** Writes one line for the test: role, event, and whether the database was running at that moment. */
export function note(event) {
  const database = existsSync(join(process.env.STATE_DIR, 'postgres/postmaster.pid'));
  appendFileSync(process.env.JOURNAL, `${JSON.stringify({ role, event, database, pid: process.pid })}\n`);
}

export function failIfRequested() {
  if (process.env.FAILS === role) process.exit(7);
}

export function stopOnSignal(stop) {
  process.on('SIGTERM', () => {
    if (process.env.STUBBORN === role) return;
    note('stop');
    stop();
  });
}
