import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedObject } from '@almagest/contracts';
import { dieWithParent } from '@almagest/embedded-postgres';
import { clockFrom, FAKETIME_LIBRARY, WITH_ANOTHER_CLOCK } from '@almagest/test-kit/faketime-library';
import { until } from '@almagest/test-kit/until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { defineJob, JobQueue, migrateJobs } from '../../src/jobs/jobs.ts';
import { JOB_PLACES, type JobPlace } from '../job-places.ts';

const PROGRAM = new URL('../sweeping-program.ts', import.meta.url).pathname;
const NODE = [process.execPath, '--conditions=@almagest/source', '--disable-warning=ExperimentalWarning'];
const KINDS = { sweep: defineJob({ payload: closedObject({}), options: { attempts: 1 }, everyMs: 100 }) };
const TWO_HOURS_MS = 7_200_000;

describe.each(JOB_PLACES)(`jobs on $where, and ${WITH_ANOTHER_CLOCK}`, ({ available, open }) => {
  (available && FAKETIME_LIBRARY !== undefined ? describe : describe.skip)('a worker', () => {
    let place: JobPlace;
    let folder: string;
    let clock: string;
    let children: ChildProcess[] = [];
    let onlooker: JobQueue<typeof KINDS>;
    beforeAll(async () => {
      place = await open();
      await migrateJobs(place.at);
      folder = await mkdtemp(join(tmpdir(), 'kit-clock-'));
      clock = join(folder, 'clock');
    });
    beforeEach(() => {
      onlooker = new JobQueue('queue', KINDS, place.at, () => undefined);
    });
    afterEach(async () => {
      for (const child of children) child.kill('SIGKILL');
      children = [];
      await onlooker.stop();
    });
    afterAll(async () => {
      await place.close();
      await rm(folder, { recursive: true });
    });

    const startWorker = (lookEveryMs: number) => {
      const commandLine = [...NODE, PROGRAM, JSON.stringify(place.at), String(lookEveryMs)];
      const [command = '', ...args] = dieWithParent(commandLine, 'TERM');
      const child = spawn(command, args, { env: { ...process.env, ...clockFrom(clock) } });
      children.push(child);
      let turns = 0;
      let faults = '';
      child.stdout.on('data', (chunk: Buffer) => (turns += chunk.toString().split('\n').length - 1));
      child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()));
      return { child, turns: () => turns, faults: () => faults };
    };
    const overdueMs = async () => (await onlooker.state()).overdueMs['sweep'] ?? -1;

    test('whose clock jumps ahead and back continues its schedule, and is reported as late in the meantime', async () => {
      await writeFile(clock, '+0\n');
      const worker = startWorker(500);
      await until(() => worker.turns() >= 3);
      await writeFile(clock, '+2h\n');
      await until(async () => (await overdueMs()) > TWO_HOURS_MS / 2);
      const before = worker.turns();
      await writeFile(clock, '+0\n');
      await until(() => worker.turns() >= before + 5);
      await until(async () => (await overdueMs()) < 10_000);
      expect(worker.faults()).toBe('');
    });

    test('that died while its clock was ahead leaves schedules that the next worker corrects at startup', async () => {
      await writeFile(clock, '+2h\n');
      const ahead = startWorker(TWO_HOURS_MS);
      await until(async () => ahead.turns() >= 1 && (await overdueMs()) > TWO_HOURS_MS / 2);
      ahead.child.kill('SIGKILL');
      await until(() => ahead.child.signalCode !== null);
      await writeFile(clock, '+0\n');
      const next = startWorker(TWO_HOURS_MS);
      await until(() => next.turns() >= 3);
    });
  });
});
