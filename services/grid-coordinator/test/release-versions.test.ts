import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileOf, handOver, listed } from './artifact-calls.ts';
import { runAgain } from './model-calls.ts';
import { download, givenSpectra, METADATA, publish, PUBLIC, spectrumText } from './release-calls.ts';
import { cleanUp, writeStray } from './run-clean-up.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  givenWorkflow,
  openWorld,
  statusOf,
  useWorld,
  type World,
} from './world.ts';

const world = useWorld(PUBLIC);
let held: World;
beforeAll(async () => {
  held = await openWorld({ ...PUBLIC, worker: false });
});
afterAll(async () => await held.close());

const read = async (slug: string, version: string) => {
  const { body } = await world.admin('get', `/api/releases/${slug}/${version}`).expect(200);
  return (body as { data: Release }).data;
};
const pathOf = (sha256: string) => join(world.dataDir, 'releases', sha256.slice(0, 2), sha256.slice(2));
/** Returns the status of the page, and the numbers of spectra in the table and in the answer of the protocol. */
async function shown(path: string, vo: string): Promise<unknown> {
  const table = await download(world, `${path}/files/spectra.csv`);
  const found = String((await download(world, `/vo/${vo}/ssap?FORMAT=votable&MAXREC=100`)).bytes);
  return [
    (await download(world, path)).status,
    String(table.bytes).trim().split('\r\n').length - 1,
    found.match(/<TR>/g)?.length ?? 0,
  ];
}

test('each version of a release has its own spectra, and the newest published version is shown', async () => {
  await givenSpectra(world, 'two', { logg: ['5.0'] });
  await givenSpectra(world, 'one', { teff: ['30000'], logg: ['5.0'] });
  const [first, second] = [
    await publish(world, 'two', { slug: 'pair' }),
    await publish(world, 'one', { slug: 'pair', version: '2.0' }),
  ];
  await publish(world, 'two', { slug: 'single' });
  expect(await shown('/releases/pair/1.0', 'pair')).toEqual([200, 2, 1]);
  expect(await shown('/releases/pair/2.0', 'single')).toEqual([200, 1, 2]);
  expect((await download(world, '/releases/pair/2.0/spectra/2.txt')).status).toBe(404);
  expect(String((await download(world, '/releases/pair')).bytes)).toContain('/releases/pair/2.0/');
  await world.admin('post', '/api/releases/pair/2.0/withdraw').send({ note: 'wrong' }).expect(200);
  expect(await read('pair', '1.0')).toEqual(first);
  expect(await read('pair', '2.0')).toMatchObject({ status: 'withdrawn', content: second.content });
  expect(await shown('/releases/pair/1.0', 'pair')).toEqual([200, 2, 2]);
  expect((await download(world, '/releases/pair/1.0/files/archive.tar')).status).toBe(200);
  const isStored = ({ content }: Release) => existsSync(pathOf(content?.archive_sha256 ?? ''));
  expect([first, second].map(isStored)).toEqual([true, false]);
  await world.admin('post', '/api/releases/pair/1.0/withdraw').send({ note: 'wrong too' }).expect(200);
  expect((await download(world, '/releases/pair')).status).toBe(410);
  expect(await shown('/releases/single/1.0', 'single')).toEqual([200, 2, 2]);
});

test('a failed version is replaced, and other failed versions stay', async () => {
  const wrong = { metadata: { ...METADATA, wavelengths: 'air' } } as const;
  const failures = [{ slug: 'w' }, { slug: 'w', version: '2.0' }, { slug: 'x' }];
  for (const name of failures)
    expect(await publish(world, 'one', { ...name, ...wrong })).toMatchObject({ status: 'failed' });
  expect(await publish(world, 'one', { slug: 'w' })).toMatchObject({ status: 'published' });
  expect(await read('w', '2.0')).toMatchObject({ status: 'failed' });
  expect(await read('x', '1.0')).toMatchObject({ status: 'failed' });
  await world.admin('post', '/api/releases/x/1.0/withdraw').send({ note: 'no' }).expect(409);
  await world.admin('get', '/api/releases/x/2.0').expect(404);
});

test('the clean-up removes an archive that no release has, unless a release is being built', async () => {
  const { content } = await publish(world, 'one', { slug: 'kept' });
  const stray = await writeStray(world, 'releases');
  await world.sql(
    `insert into release (slug, version, workflow_id, workflow_name, metadata)
     select 'built', '1', id, name, $1 from workflow where name = 'one'`,
    [JSON.stringify(METADATA)],
  );
  await cleanUp(world);
  expect(existsSync(stray)).toBe(true);
  await world.sql(`delete from release where slug = 'built'`);
  await cleanUp(world);
  expect([stray, pathOf(content?.archive_sha256 ?? '')].map(existsSync)).toEqual([false, true]);
});

test('a release has only the spectra of the current models, and only converged points', async () => {
  const recompute = { teff: ['30000', '31000'], logg: ['5.0'] };
  // Another release also has a spectrum of this point.
  const interpolated = async () => String((await download(world, '/vo/single/interpolate?TEFF=30000&LOGG=5.0')).bytes);
  const before = await interpolated();
  expect(before).toContain('<TR>');
  await givenSpectra(world, 'twice', { ...recompute, textOf: () => spectrumText(7) });
  await runAgain(
    world,
    'twice',
    configYaml(recompute, 'atmosphere: {policy: force_recompute, strategies: [cold_run]}'),
  );
  const node = await givenNode(world, 'node-again');
  const [again, failed] = [await node.claimSoon(), await node.claimSoon()];
  const files = [fileOf('spectrum.txt', spectrumText(8), { kind: 'spectrum' })];
  await handOver(node, again, files);
  await node.report(again, { seed: 'another model', artifacts: listed(files) }).expect(200);
  await node.fail(failed);
  expect(await publish(world, 'twice', { slug: 'twice' })).toMatchObject({ content: { points: 1, spectra: 1 } });
  expect(String((await download(world, '/releases/twice/1.0/spectra/1.txt')).bytes)).toBe(spectrumText(8));
  expect(await interpolated()).toBe(before);
});

test('a paused workflow without a converged point is not published', async () => {
  await givenRunning(world, 'idle', configYaml());
  await world.admin('post', '/api/workflows/idle/stop').expect(200);
  await until(async () => (await statusOf(world, 'idle')) === 'paused', 'the workflow to be paused');
  expect(await publish(world, 'idle', { slug: 'idle' })).toMatchObject({
    status: 'failed',
    note: 'no point of the workflow has converged',
  });
});

test('a workflow that was deleted and created again is not published in its place', async () => {
  await givenWorkflow(held, 'w', configYaml());
  await held.sql("update workflow set status = 'completed' where name = 'w'");
  await held
    .admin('post', '/api/workflows/w/releases')
    .send({ slug: 'w', version: '1', metadata: METADATA })
    .expect(200);
  expect((await download(held, '/releases/w/1')).status).toBe(404);
  await held.admin('delete', '/api/workflows/w').expect(200);
  await givenWorkflow(held, 'w', configYaml());
  await held.startWorker();
  const ended = await until(async () => {
    const { body } = await held.admin('get', '/api/releases/w/1').expect(200);
    const { data } = body as { data: Release };
    return data.status === 'building' ? undefined : data;
  }, 'the release to fail');
  expect(ended).toMatchObject({ status: 'failed', note: expect.stringContaining('was deleted and created again') });
});
