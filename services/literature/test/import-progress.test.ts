import type { ImportReport, WorkProgress } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { lockTable } from './table-lock.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const ID = '5f0c2f9e-6a4b-4b57';
const NONE = { active: false, done: 0, total: 0 };

const progressOf = async (id: string) =>
  (await world.call('get', '/api/import/progress').query({ id }).expect(200)).body as WorkProgress;

const entry = (number: number, more = '') =>
  `@misc{k${number}, title = {Paper ${number} of many}, author = {Ng, A.}, year = 2003${more}}`;

test('an import reports its number of stored entries while it runs, and no progress when it has ended', async () => {
  expect(await progressOf(ID)).toEqual(NONE);
  // The only note of the file blocks the third transaction.
  const file = Array.from({ length: 450 }, (_, n) => entry(n, n === 420 ? ', annote = {Mine}' : '')).join('\n');
  const notes = await lockTable(world, 'note');
  const asking = world
    .call('post', '/api/import')
    .attach('file', Buffer.from(`${file}\n@misc{none, note = {x}}`), 'export')
    .field('id', ID)
    .then(({ status, body }) => ({ status, report: body as ImportReport }));
  await notes.untilWaiting();
  // A rejected entry counts as done from the start.
  expect(await progressOf(ID)).toEqual({ active: true, done: 401, total: 451 });
  expect(await progressOf(ID.replace('5f', '6f'))).toEqual(NONE);
  await notes.release();
  expect(await asking).toMatchObject({ status: 200, report: { total: 451, refused: 1, notes_added: 1 } });
  expect(await progressOf(ID)).toEqual(NONE);
});

test('work whose process has died is no longer active', async () => {
  const report = async (minutes: number) =>
    await world.sql(
      `insert into work_progress (work, done, total, reported_at) values ($1, 5, 9, now() - make_interval(mins => $2))
       on conflict (work) do update set reported_at = excluded.reported_at`,
      [`import ${ID}`, minutes],
    );
  await report(1);
  expect(await progressOf(ID)).toEqual({ active: true, done: 5, total: 9 });
  await report(6);
  expect(await progressOf(ID)).toEqual(NONE);
});

test('a failed import leaves no progress, and invalid ids are refused', async () => {
  const call = (id: string) =>
    world.call('post', '/api/import').attach('file', Buffer.from('nothing of the kind'), 'export').field('id', id);
  await call(ID).expect(400, /none of the supported formats/);
  expect(await progressOf(ID)).toEqual(NONE);
  await call('mine of today').expect(400, /part id/);
});
