import { expect, test } from '@jest/globals';
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

test('a longer axis is shown, and saved only when asked', async () => {
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
  expect(shown.stderr).toMatch(/1\D000 new points in waves 3 to 4[^]*nothing is saved/);
  expect(calls.map(({ operation }) => operation)).toEqual(['extendGrid']);
  expect(JSON.parse(calls[0]?.body.toString() ?? '')).toEqual({ axis: 'teff', values: ['42000', '44000'] });
  const saved = await gridctl([...extend, '--save']);
  expect(saved).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('saved; gridctl workflows start sdb'),
  });
  expect(JSON.parse(calls.at(-1)?.body.toString() ?? '')).toEqual({
    name: 'sdb',
    config_yaml: EXTENSION.config_yaml,
    description: 'Hot',
  });
});

test('an axis that there is not is refused before anything is asked', async () => {
  const { url, calls } = await standIn({ extendGrid: () => envelope(EXTENSION) });
  const { code, stderr } = await gridctl(['--url', url, 'workflows', 'extend', 'sdb', '--axis', 'z', '--values', '1']);
  expect([code, calls]).toEqual([2, []]);
  expect(stderr).toContain('teff');
});
