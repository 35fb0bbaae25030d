import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { importResult, NORMAL } from './imports.ts';
import { COLD, download, NEIGHBOUR, POINT, runAgain, SPECTRUM, sweepFiles } from './model-calls.ts';
import { detailOf, seedOf, useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanGrid(world);

const nlte = (yaml: string) => yaml.replace('label: lte, lte: true', 'label: nlte, lte: false');

async function adminDownload(name: string, query: string): Promise<string> {
  const { body } = await world.admin('get', `/api/seed/${name}${query}`).expect(200);
  return (body as Buffer).toString();
}

/**
 * Creates two workflows. Workflow `a` has converged both points. Workflow `b`, with another chain, recomputes the
 * harder point.
 */
async function givenTwoChains(): Promise<void> {
  await givenRunning(world, 'a', configYaml({}, COLD));
  await node.converge(await node.claimSoon(), 'made by a');
  await givenRunning(world, 'b', nlte(configYaml({}, COLD)));
  await node.converge(await node.claimSoon(), 'made by b');
}

describe('two workflows with different chains that compute the same point', () => {
  test('keep a model each: point names give the newest, workflow names their own, versions any', async () => {
    await givenTwoChains();
    expect(await seedOf(world, POINT)).toBe('made by b');
    expect(await adminDownload(POINT, '?workflow=a')).toBe('made by a');
    expect(await adminDownload(POINT, '?workflow=b')).toBe('made by b');
    const versions = await world.sql<{ sha256: string }>('select sha256 from model order by id');
    expect(await adminDownload(POINT, `?version=${versions[0]?.sha256}`)).toBe('made by a');
    expect(await adminDownload(POINT, `?version=${versions[1]?.sha256.slice(0, 12)}`)).toBe('made by b');
    await world.admin('get', `/api/seed/${POINT}?version=${'0'.repeat(64)}`).expect(404);
    await world.admin('get', `/api/seed/${POINT}?version=xyz`).expect(400);
    await world.admin('get', `/api/seed/${POINT}?workflow=a&version=${versions[0]?.sha256}`).expect(400);
    await world.admin('get', `/api/seed/${POINT}?workflow=nobody`).expect(404);
  });

  test('start neighbours only from models of the same chain, and each node gets its assigned version', async () => {
    await givenTwoChains();
    const two = { loghe: ['-1.0', '0.0'] };
    const seeded = 'atmosphere: {strategies: [seed_step]}';
    await runAgain(world, 'a', configYaml(two, seeded));
    await runAgain(world, 'b', nlte(configYaml(two, seeded)));
    const tasks = new Map<string | null, TaskSpec>();
    for (const claimant of [node, other]) {
      const task = await claimant.claimSoon();
      tasks.set(task.workflow_name, task);
      expect(task).toMatchObject({ point_name: NEIGHBOUR, seed_point_name: POINT });
      expect(await download(claimant, POINT)).toBe(`made by ${task.workflow_name}`);
      expect(await download(claimant, POINT, `?version=${String(task['start_version'])}`)).toBe(
        `made by ${task.workflow_name}`,
      );
    }
    expect(new Set(tasks.keys())).toEqual(new Set(['a', 'b']));
  });

  test('lose no file to the sweep', async () => {
    await givenTwoChains();
    const folder = join(world.dataDir, 'seeds');
    const files = (await readdir(folder, { recursive: true })).filter((path) => path.includes(`${POINT}.`));
    for (const file of files) await utimes(join(folder, file), 1, 1);
    await sweepFiles(world);
    expect(await adminDownload(POINT, '?workflow=a')).toBe('made by a');
    expect(await seedOf(world, POINT)).toBe('made by b');
  });

  test('that report in the same batch lose no model', async () => {
    await givenRunning(world, 'a', configYaml({}, COLD));
    const first = await node.claimSoon();
    await givenRunning(world, 'b', nlte(configYaml({}, COLD)));
    const second = await other.claimSoon();
    await Promise.all([node.converge(first, 'made by a'), other.converge(second, 'made by b')]);
    expect(await adminDownload(POINT, '?workflow=a')).toBe('made by a');
    expect(await adminDownload(POINT, '?workflow=b')).toBe('made by b');
  });

  test('compute spectra of the matching atmospheres', async () => {
    await givenTwoChains();
    await runAgain(world, 'a', configYaml({}, `${COLD}\n${SPECTRUM}`));
    const task = await other.claimSoon();
    expect(task).toMatchObject({ atmosphere_ref: POINT, seed_point_name: null, atmosphere_config: { enabled: false } });
    expect(await download(other, POINT)).toBe('made by a');
  });
});

describe('a spectrum-only task', () => {
  const both = configYaml(
    {},
    `${COLD}\nspectrum: {enabled: true, policy: force_recompute, strategies: [cold_run, cold_run]}`,
  );

  test.each(['atmosphere', 'spectrum', null] as const)(
    'that fails in the stage %s leaves the converged atmosphere unchanged',
    async (failed_stage) => {
      await givenRunning(world, 'w', configYaml({}, 'atmosphere: {strategies: [cold_run, seed_step]}'));
      await node.converge(await node.claimSoon(), 'the atmosphere');
      await runAgain(world, 'w', both.replace('[cold_run]', '[cold_run, seed_step]'));
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const task = await node.claimSoon();
        expect(task).toMatchObject({ atmosphere_ref: POINT, atmosphere_config: { enabled: false } });
        const failure = {
          status: 'failed',
          converged: false,
          failed_stage,
          error_message: 'seed.7 is missing',
        } as const;
        await node.report(task, failure).expect(200);
      }
      expect(await node.claim()).toBeNull();
      expect(await statusOf(world, 'w')).toBe('completed');
      expect((await detailOf(world, 'w', POINT)).point).toMatchObject({
        status: 'failed',
        last_error: 'seed.7 is missing',
      });
      const [point] = await world.sql('select atmosphere_done, success_method, waits_for_seed, seed_tries from point');
      expect(point).toEqual({
        atmosphere_done: true,
        success_method: 'cold_run',
        waits_for_seed: false,
        seed_tries: 0,
      });
      expect(await seedOf(world, POINT)).toBe('the atmosphere');
    },
  );

  test('can run again with other parameters from the same atmosphere version', async () => {
    await givenRunning(world, 'w', configYaml({}, COLD));
    await node.converge(await node.claimSoon(), 'the atmosphere');
    const versions: unknown[] = [];
    for (const step of [5, 1]) {
      await runAgain(world, 'w', `${both}\nspectrum_params: {wavelength_step_a: ${step}}`);
      const task = await node.claimSoon();
      expect(task.spectrum_params).toEqual({ wavelength_step_a: step });
      versions.push(task['start_version']);
      // The contract stores the file of every success, but a spectrum's file replaces no atmosphere.
      await node.report(task, { max_relc: null, seed: `copied by spectrum ${step}` }).expect(200);
    }
    expect(new Set(versions).size).toBe(1);
    expect(await seedOf(world, POINT)).toBe('the atmosphere');
    const { attempts } = await detailOf(world, 'w', POINT);
    expect(attempts.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });
});

describe('the lineage of models', () => {
  async function givenLine(): Promise<{ id: number; name: string; lineage: number; parent_id: number | null }[]> {
    await givenRunning(world, 'w', configYaml({}, COLD));
    await node.converge(await node.claimSoon(), 'first');
    await runAgain(world, 'w', configYaml({ loghe: ['-1.0', '0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
    await node.converge(await node.claimSoon(), 'second');
    return await world.sql('select id, name, lineage, parent_id from model order by id');
  }

  test('names the exact version that a model was computed from', async () => {
    const [parent, child] = await givenLine();
    expect(parent).toMatchObject({ name: POINT, lineage: 0, parent_id: null });
    expect(child).toMatchObject({ name: NEIGHBOUR, lineage: 1, parent_id: parent?.id });
  });

  test('contains a new version when two points start each other in turn', async () => {
    await givenLine();
    await runAgain(
      world,
      'w',
      configYaml({ loghe: ['-1.0', '0.0'] }, 'atmosphere: {strategies: [seed_step], policy: force_recompute}'),
    );
    for (let turn = 0; turn < 2; turn += 1) {
      const task = await node.claimSoon();
      await node.converge(task, `anew: ${task.point_name}`);
    }
    const lines = await world.sql<{ names: string[] }>(`
      with recursive line as (
        select id, parent_id, array[id] as passed from model
        union all
        select parent.id, parent.parent_id, passed || parent.id from line join model parent on parent.id = line.parent_id
        where cardinality(passed) < 20)
      select passed from line where cardinality(passed) = 20`);
    expect(lines).toEqual([]);
    expect(await world.sql('select from model')).toHaveLength(4);
  });

  test.each([
    ['a model computed from its own child', 'update model set parent_id = $2, parent_lineage = 1 where id = $1'],
    ['a model from itself', 'update model set parent_id = $1, parent_lineage = 0 where id = $1'],
    ['a parent that was moved after its child', 'update model set lineage = 7 where id = $1'],
    ['a parent with a wrong lineage', 'update model set parent_lineage = 0, parent_id = $2 where id = $1'],
    [
      'both at once',
      'update model set parent_id = case id when $1 then $2 else $1 end, parent_lineage = 1, lineage = 2 where id in ($1, $2)',
    ],
  ])('cannot be circular: the database refuses %s', async (_what, statement) => {
    const [parent, child] = await givenLine();
    await expect(
      world.sql(statement, statement.includes('$2') ? [parent?.id, child?.id] : [parent?.id]),
    ).rejects.toThrow(/violates/);
  });
});

describe('a model with NaN', () => {
  test('never replaces a fit version of its name', async () => {
    await givenRunning(world, 'w', configYaml({}, COLD));
    await node.converge(await node.claimSoon(), 'good');
    await runAgain(world, 'w', configYaml({}, 'atmosphere: {strategies: [cold_run], policy: force_recompute}'));
    await node.converge(await node.claimSoon(), '1 2 NaN');
    expect(await seedOf(world, POINT)).toBe('good');
    expect(await adminDownload(POINT, '?workflow=w')).toBe('good');
  });
});

describe('the seeds of an installation that kept one seed for each name', () => {
  test('become versions, including seeds stored by the old program during the upgrade', async () => {
    await importResult(world, { name: 'later', params: NORMAL, seed: 'of this version' }).expect(200);
    const [{ sha256, size }] = (await world.sql('select sha256, size_bytes::int as size from model')) as [
      { sha256: string; size: number },
    ];
    // Simulates an earlier version: the same file under a name that has no version yet.
    await world.sql(
      `insert into seed (name, teff, logg, loghe, logc, logn, logo, sha256, size_bytes, lineage, signature, fit)
       values ('before', 20000, 5, -1, -4, -4, -4, $1, $2, 2, '[["lte",true]]', true)
       on conflict (name) do update set sha256 = excluded.sha256`,
      [sha256, size],
    );
    expect(await world.sql(`select name, lineage, workflow_id from model where name = 'before'`)).toEqual([
      { name: 'before', lineage: 2, workflow_id: null },
    ]);
    expect(await world.sql(`select fit, lineage from current_model where name = 'before'`)).toEqual([
      { fit: true, lineage: 2 },
    ]);
  });
});
