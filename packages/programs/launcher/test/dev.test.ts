import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { fromSources } from '../src/from-sources.ts';
import { listServices } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';
import { launch, newState, UNUSED_DATABASE } from './world.ts';

const SAVED_AGAIN_MS = 10_000;
const CHECKOUT = join(import.meta.dirname, '../../../..');

test('a program restarts when a file it has loaded changes, and waits for the next change after a mistake', async () => {
  const state = await newState();
  const programs = join(state.directory, 'programs');
  cpSync(join(import.meta.dirname, 'service'), programs, { recursive: true });
  const launched = launch(state, { ...UNUSED_DATABASE, PROGRAMS: programs, WATCHED: '1' });
  await launched.running;
  const events = (role: string) => state.notes(role).map(({ event }) => event);
  await until(() => events('worker').length === 1);

  appendFileSync(join(programs, 'worker.js'), '// changed\n');
  await until(() => events('worker').length === 3);
  expect([events('api'), events('worker')]).toEqual([['start'], ['start', 'stop', 'start']]);

  writeFileSync(join(programs, 'api.js'), 'a mistake\n');
  await until(() => launched.stderr().includes('SyntaxError'));
  await until(() => launched.stdout().includes('Waiting for file changes'), 'Node to wait for a change');
  // After a failure, Node says that it is waiting before it knows all files that the program loaded. The test therefore
  // saves again if nothing happens, as a person would.
  let savedAt = -Infinity;
  await until(() => {
    if (events('api').length >= 3) return true;
    if (performance.now() - savedAt < SAVED_AGAIN_MS) return false;
    cpSync(join(import.meta.dirname, 'service/api.js'), join(programs, 'api.js'));
    savedAt = performance.now();
    return false;
  }, 'the corrected program to start');
  expect((await fetch(`http://127.0.0.1:${state.port}/healthz`)).status).toBe(200);

  launched.process.kill('SIGTERM');
  expect(await launched.exitCode).toBe(0);
  expect([events('api').at(-1), events('worker').at(-1)]).toEqual(['stop', 'stop']);
});

test('every program of both services exists as a source that Node can run directly', () => {
  const services = listServices(CHECKOUT, readSettings({}, CHECKOUT), {}).map(fromSources);
  expect(services).toHaveLength(2);
  for (const { programs, language, nodeOptions = [] } of services)
    for (const name of ['migrate', 'api', 'worker', 'config']) {
      const checked = spawnSync(process.execPath, [...nodeOptions, '--check', join(programs, `${name}.${language}`)]);
      expect([name, checked.status, checked.stderr.toString()]).toEqual([name, 0, '']);
    }
});
