import { expect, test } from '@jest/globals';
import type { Reproduction } from '@almagest/contracts/grid';
import { envelope, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const POINT = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';

const attempt = (node: string, iterations: number): Reproduction['original'] => ({
  task_id: '00000000-0000-4000-8000-000000000010',
  node_id: node,
  engine_name: 'sample',
  engine_version: '1',
  iterations,
  max_relc: 1e-4,
  elapsed_sec: 61.4,
});

const RUN: Reproduction = {
  id: 7,
  point_name: POINT,
  status: 'compared',
  sha256: '0'.repeat(64),
  start: 'same',
  start_point_name: null,
  start_sha256: null,
  note: null,
  requested_by: 'admin',
  requested_at: '2026-01-31T12:00:00.000Z',
  ended_at: '2026-01-31T13:00:00.000Z',
  original: attempt('n1', 12),
  reproduced: attempt('n2', 13),
  waiting_reason: null,
  losses: 0,
  difference: {
    model: {
      identical: false,
      quantities: [
        {
          quantity: 'column mass',
          unit: 'g cm-2',
          values: 50,
          max_relative: 0,
          rms_relative: 0,
          max_absolute: 0,
          at: null,
        },
        {
          quantity: 'temperature',
          unit: 'K',
          values: 50,
          max_relative: 0.01,
          rms_relative: 0.002,
          max_absolute: 300,
          at: null,
        },
      ],
    },
    spectra: [],
    problems: ['spectrum b.txt: the reproduction did not upload it'],
  },
  disagrees: false,
  error: null,
};

test('reproductions are listed with both nodes, iterations and the quantity that differs most', async () => {
  const waiting: Reproduction = {
    ...RUN,
    id: 8,
    status: 'waiting',
    waiting_reason: 'no other node is online',
    reproduced: null,
    difference: null,
    ended_at: null,
  };
  const { url, calls } = await standIn({
    listReproductions: () => envelope({ reproductions: [waiting, RUN] }),
  });
  const { code, stdout, stderr } = await gridctl(['--url', url, 'models', 'reproductions', 'sdb', '--point', POINT]);
  expect(code).toBe(0);
  const [, first = '', second = ''] = stdout.split('\n');
  expect(first).toMatch(/8 +t20000\S+ +waiting +n1 \/ - +12 \/ - /);
  expect(second).toMatch(
    /7 +t20000\S+ +compared +n1 \/ n2 +12 \/ 13 +61 \/ 61 +temperature 1.0 % \(3.0e\+2 K\), rms 0.20 %/,
  );
  expect(stderr).toContain('8: waits: no other node is online');
  expect(stderr).toContain('7: spectrum b.txt: the reproduction did not upload it');
  expect(calls[0]?.query.toString()).toBe(`point=${POINT}`);
});

test('a request shows which points are refused, also in its exit code', async () => {
  const { url, calls } = await standIn({
    reproducePoints: () =>
      envelope({
        requested: [{ id: 7, point_name: POINT }],
        refused: [{ point_name: 'nothing', reason: 'no such point' }],
      }),
    withdrawReproduction: () => envelope(null),
  });
  const asked = await gridctl(['--url', url, 'models', 'reproduce', 'sdb', POINT, 'nothing', '--note', 'to be sure']);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('1 point refused') });
  expect(asked.stdout).toContain('1 point will be reproduced');
  expect(asked.stdout).toContain('nothing: not reproduced: no such point');
  expect(JSON.parse(String(calls[0]?.body))).toEqual({ points: [POINT, 'nothing'], note: 'to be sure' });
  expect(await gridctl(['--url', url, 'models', 'withdraw', 'sdb', '7'])).toMatchObject({ code: 0 });
});
