import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dieWithParent } from '@almagest/embedded-postgres';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrateJobs } from '../../src/jobs/jobs.ts';
import { JOB_PLACES, type JobPlace } from '../job-places.ts';

const PROGRAM = new URL('../sweeping-program.ts', import.meta.url).pathname;
const NODE = [process.execPath, '--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];

describe.each(JOB_PLACES)('a worker of jobs on $where', ({ available, open }) => {
  (available ? describe : describe.skip)('that starts none', () => {
    let place: JobPlace;
    beforeAll(async () => {
      place = await open();
      await migrateJobs(place.at);
    });
    afterAll(() => place.close());

    const start = (behaviour: string) => {
      const [command = '', ...args] = dieWithParent(
        [...NODE, PROGRAM, JSON.stringify(place.at), '500', behaviour],
        'TERM',
      );
      const child = spawn(command, args);
      const seen = { out: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (seen.out += text));
      child.stderr.resume();
      return { child, seen, ended: once(child, 'close').then(([code]) => code as number | null) };
    };

    test('that starts no due jobs says so and exits, while another worker continues', async () => {
      const stuck = start('hangs');
      expect(await stuck.ended).toBe(70);
      expect(stuck.seen.out).toMatch(/"level":60,.*"msg":"jobs are due, but this worker starts none/);
      const next = start('');
      const turns = () => next.seen.out.split('swept').length - 1;
      const began = performance.now();
      await until(() => performance.now() - began > 4_000 && turns() > 10);
      expect(next.child.exitCode).toBeNull();
      next.child.kill('SIGKILL');
      await next.ended;
    });
  });
});
