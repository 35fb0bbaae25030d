import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { givenResults, importArchive, readImportOf, requestArchive, startImport } from './archives.ts';
import { importResult } from './imports.ts';
import { POINT } from './model-calls.ts';
import { detailOf } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  openWorld,
  pointsOf,
  start,
  useNode,
  useWorld,
} from './world.ts';

const world = useWorld();
const elsewhere = useWorld();
let archive: Buffer;
const node = useNode(world, 'n1');
beforeAll(async () => {
  const origin = await openWorld();
  await givenResults(origin, 'sdb');
  archive = (await requestArchive(origin.url, 'sdb')).bytes;
  await origin.close();
});

test('an archive that arrives under the SHA-256 of another archive is refused, and nothing from it is stored', async () => {
  const announced = createHash('sha256').update('another archive').digest('hex');
  await elsewhere
    .admin('put', `/api/imports/${announced}?offset=0&size=${archive.length}`)
    .set('Content-Type', 'application/octet-stream')
    .send(archive)
    .expect(200);
  const outcome = await until(async () => {
    const found = await readImportOf(elsewhere, announced);
    return found.status === 'waiting' ? undefined : found;
  }, 'the import to end');
  expect(outcome).toMatchObject({ status: 'refused', message: expect.stringContaining('SHA-256') });
  await elsewhere.admin('get', '/api/workflows/sdb').expect(404);
});

/** The same points and chain as in the archive. */
const SAME = configYaml({ logg: ['5.0', '5.5', '6.0', '6.5'] });

test('a report does not wait for an import of its point, and the workflow starts once the models are seeds', async () => {
  await givenRunning(world, 'here', SAME);
  const [first, second] = [await node.claimSoon(), await node.claimSoon()];
  // Blocks the last statement of the transaction that stores the import's rows.
  const writing = await lockRows(world, 'lock table artifact_count_delta in share mode');
  const sha256 = await startImport(world, archive);
  await writing.untilBlocked(1);
  await node.converge(first, 'reported meanwhile');
  const entering = await lockRows(world, 'select from current_model where name = $1 for update', [first.point_name]);
  await writing.release();
  await entering.untilBlocked(1);
  expect(await readImportOf(world, sha256)).toMatchObject({ status: 'waiting', workflow: 'sdb' });
  expect((await pointsOf(world, 'sdb')).map(({ status }) => status)).toContain('converged');
  for (const [path, body] of [
    ['start', undefined],
    ['points/rearm', {}],
  ] as const) {
    const refused = await world.admin('post', `/api/workflows/sdb/${path}`).send(body).expect(409);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('some of its models are not seeds yet') });
  }
  await entering.release();
  expect(await importArchive(world, archive)).toMatchObject({ status: 'done', workflow: 'sdb' });
  // The newer of two models with the same name and chain starts other points, independent of the order in which they
  // were stored.
  const { body } = await world.admin('get', `/api/seed/${first.point_name}`).expect(200);
  expect((body as Buffer).toString()).toBe('reported meanwhile');
  await node.converge(second, 'reported afterwards');
  await start(world, 'sdb');
});

test('a model rejected here stays rejected in an imported archive, and its point fails', async () => {
  const other = await givenNode(elsewhere, 'n2');
  await givenRunning(elsewhere, 'here', SAME);
  const task = await other.claimSoon();
  await other.converge(task, `model of ${task.point_name} in sdb`);
  await elsewhere
    .admin('post', `/api/workflows/here/points/${task.point_name}/judgements`)
    .send({ kind: 'rejected', note: 'T rises outward' })
    .expect(200);
  expect(await importArchive(elsewhere, archive)).toMatchObject({ status: 'done' });
  // The other model of the archive is a seed.
  const seeds = await elsewhere.sql<{ name: string }>('select name from current_model where fit');
  expect(seeds.map(({ name }) => name)).not.toContain(task.point_name);
  expect(seeds).toHaveLength(1);
  const point = async () => (await detailOf(elsewhere, 'sdb', task.point_name)).point;
  expect(await point()).toMatchObject({ status: 'failed', last_error: 'its model was rejected: T rises outward' });
  const judgements = await elsewhere.admin('get', `/api/workflows/sdb/judgements?stands=true`).expect(200);
  expect(judgements.body).toMatchObject({
    data: { judgements: [{ point_name: task.point_name, kind: 'rejected', note: 'T rises outward' }] },
  });
  // After the model is accepted, everything matches the archive.
  await elsewhere
    .admin('post', `/api/workflows/sdb/points/${task.point_name}/judgements`)
    .send({ kind: 'accepted', note: 'a temperature inversion' })
    .expect(200);
  expect(await point()).toMatchObject({ status: 'converged', last_error: null });
});

test('imports an archive again after its workflow was deleted, even during the removal', async () => {
  const removing = await lockRows(
    elsewhere,
    `select from task where workflow_id = (select id from workflow where name = 'sdb') for update`,
  );
  await elsewhere.admin('delete', '/api/workflows/sdb').expect(200);
  await removing.untilBlocked(1);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  await elsewhere.admin('get', `/api/imports/${sha256}`).expect(404);
  await startImport(elsewhere, archive);
  await removing.untilBlocked(2);
  await removing.release();
  expect(await importArchive(elsewhere, archive)).toMatchObject({ status: 'done', workflow: 'sdb' });
  expect((await requestArchive(elsewhere.url, 'sdb')).bytes.equals(archive)).toBe(true);
});

test('an import stores no rows if another process ends it, or if its workflow is created, while it moves files', async () => {
  const mine = await openWorld();
  try {
    for (const [name, change, message] of [
      ['ended', `update archive_import set status = 'refused', message = 'ended elsewhere'`, /^ended elsewhere$/],
      ['sdb', 'select', /^workflow sdb already exists/],
    ] as const) {
      const placing = await lockRows(mine, 'lock table artifact_upload in share mode');
      const sha256 = await startImport(mine, archive);
      const reserved = 'select from archive_import where workflow_id is not null';
      await until(async () => (await mine.sql(reserved)).length === 1, 'the import to begin');
      await givenWorkflow(mine, name, configYaml());
      await mine.sql(change);
      await placing.release();
      await until(() => readdirSync(join(mine.dataDir, 'imports')).length === 0, 'the import to end');
      const found = await readImportOf(mine, sha256);
      expect(found).toMatchObject({ status: 'refused', message: expect.stringMatching(message) });
      expect(await mine.sql('select from point')).toEqual([]);
    }
  } finally {
    await mine.close();
  }
});

test('a piece that arrives once another sender has completed the archive does not begin the import again', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  await elsewhere.sql(`update archive_import set status = 'uploading' where sha256 = $1`, [sha256]);
  const completing = await lockRows(elsewhere, `update archive_import set status = 'done' where sha256 = $1`, [sha256]);
  const sending = startImport(elsewhere, archive);
  await completing.untilBlocked(1);
  await completing.commit();
  await sending;
  expect(await readImportOf(elsewhere, sha256)).toMatchObject({ status: 'done', workflow: 'sdb' });
});

test('a seed is not imported into a workflow that was deleted and created again meanwhile', async () => {
  await givenWorkflow(elsewhere, 'w', configYaml());
  const held = await lockRows(elsewhere, `select from workflow where name = 'w' for update`);
  // The new workflow has the name of the old workflow, and another id.
  const replacing = lockRows(elsewhere, `update workflow set id = default where name = 'w'`);
  await held.untilBlocked(1);
  const refused = importResult(elsewhere, { name: POINT, workflow: 'w' }).then(({ status, body }) => [
    status,
    (body as { message: string }).message,
  ]);
  await held.untilBlocked(2);
  await held.release();
  await (await replacing).commit();
  expect(await refused).toEqual([409, expect.stringContaining('workflow w was deleted')]);
  expect(await pointsOf(elsewhere, 'w')).toEqual([]);
});

test('an import that is refused, fails or succeeds leaves other imports and their declared files alone', async () => {
  const states = ['uploading', 'waiting', 'stored', 'refused', 'done'];
  await world.sql(
    `insert into archive_import (sha256, size_bytes, status, workflow_id, workflow_name, artifact_bytes)
     select repeat(n::text, 64), 9, status, 1000 + n, 'other', 5 from unnest($1::text[]) with ordinality as t(status, n)`,
    [states],
  );
  await world.sql(
    `insert into artifact_upload (task_id, sha256, size_bytes, workflow_id)
     select gen_random_uuid(), sha256, 5, workflow_id from archive_import where workflow_name = 'other'`,
  );
  const others = () =>
    world.sql(
      `select i.*, (select count(*)::int from artifact_upload as u where u.workflow_id = i.workflow_id) as declared
       from archive_import as i where size_bytes = 9 order by sha256`,
    );
  const before = await others();
  expect(before).toHaveLength(states.length);
  // `sdb` still exists here.
  expect(await importArchive(world, Buffer.concat([archive, Buffer.alloc(512)]))).toMatchObject({ status: 'refused' });
  await world.admin('delete', '/api/workflows/sdb').expect(200);
  const records = join(world.dataDir, 'diagnostics');
  await until(() => !readdirSync(records).some((name) => name.endsWith('-sdb')), 'the records to be removed');
  renameSync(records, `${records}.away`);
  writeFileSync(records, 'no folder');
  const sha256 = await startImport(world, archive);
  await until(async () => (await readImportOf(world, sha256)).failed_tries === 1, 'the import to fail');
  rmSync(records);
  renameSync(`${records}.away`, records);
  await world.sql(`update archive_import set updated_at = now() - interval '1 hour' where sha256 = $1`, [sha256]);
  expect(await importArchive(world, archive)).toMatchObject({ status: 'done', failed_tries: 0 });
  expect(await others()).toEqual(before);
});
