import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { importResult } from './imports.ts';
import { NodeAdmin } from './node-admin.ts';
import { detailOf } from './point-detail.ts';
import { cleanUp } from './run-clean-up.ts';
import { ADMIN_TOKEN, configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const nodes = new NodeAdmin(() => world);

test('a version of a model is removed if its own attempt replaced it an hour ago, unless something needs it', async () => {
  await givenRunning(world, 'w', configYaml());
  const task = await node.claimSoon();
  const seeds = ['replaced', 'kept', 'young', 'start of a task', 'parent', 'part of a mean', 'current'];
  for (const seed of seeds) await importResult(world, { name: 'p1', seed }).expect(200);
  const versions = async () =>
    (await world.sql<{ id: string }>(`select id from model where name = 'p1' order by id`)).map(({ id }) => id);
  const all = await versions();
  const [, kept, young, started, parent, part, current] = all;
  await world.sql(
    `update model set replaced = id <> $1, stored_at = now() - case when id = $2 then interval '59 minutes' else interval '61 minutes' end`,
    [kept, young],
  );
  await world.sql('update task set start_model_id = $1 where id = $2', [started, task.task_id]);
  await world.sql('update model set lineage = 1, parent_id = $1, parent_lineage = 0 where id = $2', [parent, kept]);
  await world.sql('insert into model_parent (model_id, parent_id, weight) values ($1, $2, 1)', [current, part]);
  await cleanUp(world);
  expect(await versions()).toEqual(all.slice(1));
});

test('only expired sessions, tokens, uploads and records are removed', async () => {
  const login = async () => {
    const credentials = { username: 'admin', password: ADMIN_TOKEN };
    const { headers } = await world.anyone('post', '/login').send(credentials).expect(200);
    return String(headers['set-cookie']).split(';', 1)[0] ?? '';
  };
  await login();
  await world.sql(`update admin_session set expires_at = now() - interval '1 second'`);
  const open = await login();
  const [late, fresh] = [await nodes.given('offline'), await nodes.given('offline')];
  await world.sql(`update node set sealed_until = now() - interval '1 second' where node_id = $1`, [late.id]);
  const [old, young, resumed] = ['a'.repeat(64), 'b'.repeat(64), 'd'.repeat(64)];
  const uploadOf = (sha256: string) => join(world.dataDir, 'imports', `${sha256}.tar`);
  const send = async (sha256: string, offset: number) => {
    const piece = world.admin('put', `/api/imports/${sha256}?offset=${offset}&size=100`).send(Buffer.alloc(15));
    await piece.set('Content-Type', 'application/octet-stream').expect(200);
    await utimes(uploadOf(sha256), 0, 0);
  };
  for (const sha256 of [old, young, resumed]) await send(sha256, 0);
  await world.sql(`update archive_import set updated_at = now() - interval '25 hours'`);
  await world.sql(`update archive_import set updated_at = now() - interval '23 hours' where sha256 = $1`, [young]);
  await send(resumed, 15);
  const snapshot = 'insert into progress_snapshot select 0, now() - make_interval(days => $1), 0, 0, 0, 0, 0';
  for (const days of [6, 8]) await world.sql(snapshot, [days]);
  for (const hours of [23, 25])
    await world.sql(`insert into cancelled_task values (gen_random_uuid(), 'n1', now() - make_interval(hours => $1))`, [
      hours,
    ]);
  for (const minutes of [59, 61])
    await world.sql(`insert into rate_limit_hit values ('key', now() - make_interval(mins => $1))`, [minutes]);
  const stray = uploadOf('c'.repeat(64));
  await writeFile(stray, 'an upload whose row is not stored yet');
  const ended = ['waiting', 'refused', 'done', 'refused', 'done'];
  const hashes = ended.map((_, index) => `${index}`.repeat(64));
  await world.sql(
    `insert into archive_import (sha256, size_bytes, status, updated_at)
     select sha256, 1, status, now() - make_interval(days => days)
     from unnest($1::text[], $2::text[], $3::int[]) as t(sha256, status, days)`,
    [hashes, ended, [0, 29, 29, 31, 31]],
  );
  const [waiting = '', refused = ''] = hashes.map(uploadOf);
  for (const path of [waiting, refused]) {
    await writeFile(path, 'an archive');
    await utimes(path, 0, 0);
  }
  const gone = join(world.dataDir, 'diagnostics', '999-gone');
  await mkdir(gone);
  await importResult(world, { name: 'p2' }).expect(200);
  await cleanUp(world);
  expect((await detailOf(world, 'imported', 'p2')).conv).toMatchObject({ name: 'p2' });
  expect([gone, uploadOf(old), refused].map(existsSync)).toEqual([false, false, false]);
  expect([uploadOf(young), uploadOf(resumed), stray, waiting].map(existsSync)).toEqual([true, true, true, true]);
  const kept = await world.sql('select sha256 from archive_import where sha256 = any($1) order by 1', [hashes]);
  expect(kept).toEqual(hashes.slice(0, 3).map((sha256) => ({ sha256 })));
  expect(await world.sql('select from admin_session')).toHaveLength(1);
  await world.anyone('get', '/api/session').set('Cookie', open).expect(200);
  const sealed = await world.sql('select node_id from node where sealed_token is not null and node_id = any($1)', [
    [late.id, fresh.id],
  ]);
  expect(sealed).toEqual([{ node_id: fresh.id }]);
  expect(await nodes.poll(fresh)).toMatchObject({ node_token: fresh.token });
  await world.admin('get', `/api/imports/${old}`).expect(404);
  const { body } = await world.admin('get', `/api/imports/${young}`).expect(200);
  expect(body).toMatchObject({ data: { received_bytes: 15 } });
  for (const young of ['progress_snapshot where workflow_id = 0', 'cancelled_task', "rate_limit_hit where key = 'key'"])
    expect([young, await world.sql(`select from ${young}`)]).toEqual([young, [{}]]);
});
