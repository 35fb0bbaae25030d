import { expect, test } from '@jest/globals';
import type { Proposals } from '@almagest/contracts/grid';
import { envelope, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const EXTENSION = {
  config_yaml: 'grid: {teff: [1, 2]} # mine\n',
  points: 1200,
  new_points: 1000,
  kept_points: 200,
  converged: 150,
  waves: [
    { wave: 3, new_points: 400 },
    { wave: 4, new_points: 600 },
  ],
};

test('a longer axis is shown, and saved only with --save', async () => {
  const workflow = { name: 'sdb', description: 'Hot', config_yaml: '', status: 'idle', created_at: '', updated_at: '' };
  const { url, calls } = await standIn({
    extendGrid: () => envelope(EXTENSION),
    readWorkflow: () =>
      envelope({ ...workflow, created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-01-31T12:00:00.000Z' }),
    updateWorkflow: () => envelope(null, 'saved'),
  });
  const extend = ['--url', url, 'workflows', 'extend', 'sdb', '--axis', 'teff', '--values', '42000, 44000'];
  const shown = await gridctl(extend);
  expect(shown).toMatchObject({ code: 0, stdout: EXTENSION.config_yaml });
  expect(shown.stderr).toMatch(/1\D000 new points in waves 3 to 4[^]*not saved/);
  expect(calls.map(({ operation }) => operation)).toEqual(['extendGrid']);
  expect(JSON.parse(calls[0]?.body.toString() ?? '')).toEqual({ axis: 'teff', values: ['42000', '44000'] });
  const saved = await gridctl([...extend, '--save']);
  expect(saved).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('saved. gridctl workflows start sdb'),
  });
  expect(JSON.parse(calls.at(-1)?.body.toString() ?? '')).toEqual({
    name: 'sdb',
    config_yaml: EXTENSION.config_yaml,
    description: 'Hot',
  });
});

test('an unknown axis is rejected before any request', async () => {
  const { url, calls } = await standIn({ extendGrid: () => envelope(EXTENSION) });
  const { code, stderr } = await gridctl(['--url', url, 'workflows', 'extend', 'sdb', '--axis', 'z', '--values', '1']);
  expect([code, calls]).toEqual([2, []]);
  expect(stderr).toContain('teff');
});

const VALUES = { teff: '21000', logg: '5.25', loghe: '-1.0', logc: '-4.0', logn: '-4.0', logo: '-4.0' };
const PROPOSALS: Proposals = {
  proposals: [
    {
      name: 't21000_g5.25_he-1.0_c-4.0_n-4.0_o-4.0',
      params: { teff: 21_000, logg: 5.25, loghe: -1, logc: -4, logn: -4, logo: -4 },
      values: VALUES,
      wave: 3,
      difficulty: -1,
      eddington_parameter: 0.000_712,
      reasons: [
        {
          kind: 'failure',
          axis: 'teff',
          point: 'hot',
          neighbour: 'cool',
          error: 'diverges',
          residual: null,
          neighbour_residual: null,
          description: 'halfway in teff from cool to hot',
        },
      ],
      seed: { name: 'cool', distance: 0.55, tried: null, converged: null },
    },
  ],
  found: { failure: 7, residual: 0 },
  more: true,
  compared_at: null,
};

test('proposals are listed, and the best proposals are added only with --save', async () => {
  const workflow = { name: 'sdb', description: null, config_yaml: '', status: 'idle', created_at: '', updated_at: '' };
  const { url, calls } = await standIn({
    listProposals: () => envelope(PROPOSALS),
    refineGrid: () => envelope(EXTENSION),
    readWorkflow: () =>
      envelope({ ...workflow, created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-01-31T12:00:00.000Z' }),
    updateWorkflow: () => envelope(null, 'saved'),
  });
  const workflows = (...words: string[]) => gridctl(['--url', url, 'workflows', ...words]);
  const listed = await workflows('proposals', 'sdb', '--kind', 'failure', '--limit', '50');
  expect(listed.stdout).toMatch(/t21000_g5\.25\S+ +3 +0\.00071 +cool +0\.55 +halfway in teff from cool to hot/);
  expect(listed.stderr).toMatch(/7 around failures, 0 around residuals; models not compared yet. Other failed points/);
  expect(calls[0]?.query.toString()).toBe('kind=failure&limit=50');
  const refined = await workflows('refine', 'sdb', '--best', '1', '--kind', 'failure');
  expect(refined).toMatchObject({ code: 0, stdout: EXTENSION.config_yaml });
  expect(calls.slice(1).map(({ operation }) => operation)).toEqual(['listProposals', 'refineGrid']);
  expect([calls[1]?.query.toString(), JSON.parse(calls[2]?.body.toString() ?? '')]).toEqual([
    'limit=1&kind=failure',
    { points: [VALUES] },
  ]);
  const saved = await workflows('refine', 'sdb', '--points', PROPOSALS.proposals[0]!.name, '--save');
  expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining('saved. gridctl workflows start sdb') });
  expect(calls.slice(3).map(({ operation }) => operation)).toEqual(['refineGrid', 'readWorkflow', 'updateWorkflow']);
  expect(JSON.parse(calls[3]?.body.toString() ?? '')).toEqual({ points: [VALUES] });
  for (const words of [[], ['--points', 'hot'], ['--best', '1', '--points', 'hot'], ['--best', 'all']])
    expect((await workflows('refine', 'sdb', ...words)).code).toBe(2);
  expect(calls).toHaveLength(6);
});

test('a product has numbers and texts, and numbers beyond a double are refused', async () => {
  const { url, calls } = await standIn({
    addProduct: () => envelope({ config_yaml: 'x', points: 3, queued: true }, 'added'),
  });
  const add = (...words: string[]) => gridctl(['--url', url, 'workflows', 'add-product', 'sdb', 'uv', ...words]);
  for (const value of ['1e-400', '-0.2e-999', '1e999'])
    expect(await add('--set', `floor=${value}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(value) });
  const added = await add('--set', 'wl_min=900', '--set', 'floor=0e-400', '--set', 'linelist=gf.dat');
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('queued for 3 converged points') });
  expect(calls.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { product: { name: 'uv', wl_min: 900, floor: 0, linelist: 'gf.dat' } },
  ]);
});
