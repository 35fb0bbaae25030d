import type { Forecast } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { envelope, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const KNOWN: Forecast = {
  status: 'running',
  low_sec: 3_600,
  median_sec: 7_200,
  high_sec: 14_400,
  note: null,
  based_on: { attempts: 120, remaining_points: 1_000, remaining_attempts: 1_300, slots: 48, workflows: 2 },
};

test('a forecast is a time with its range, or a reason why it is unknown', async () => {
  const unknown = { ...KNOWN, low_sec: null, median_sec: null, high_sec: null, note: 'no attempt has ended yet' };
  const { url } = await standIn({
    readForecast: ({ params }) => envelope(params['name'] === 'new' ? unknown : KNOWN),
  });
  const at = ['--url', url, 'forecast'];
  const [known, none, json] = await Promise.all([
    gridctl([...at, 'sdb']),
    gridctl([...at, 'new']),
    gridctl([...at, 'sdb', '--output', 'json']),
  ]);
  expect(known.stdout).toContain('2 h (probably 1 h to 4 h)');
  expect(known.stdout).toContain('1,000 points, about 1,300 attempts');
  expect(known.stdout).toContain('48, shared by 2 workflows');
  expect(none.stdout).toMatch(/time left +-\n/);
  expect(none.stdout).toContain('no attempt has ended yet');
  expect(JSON.parse(json.stdout)).toEqual(KNOWN);
});

test('the progress is a table of counts with the rate, and the schema of a configuration is a document', async () => {
  const entry = { ts: '2026-01-31 12:00:00', total: 10, pending: 0, queued: 5, running: 2, converged: 2, failed: 1 };
  const progress = {
    hours: 48,
    series: [entry, { ...entry, ts: '2026-01-31 12:30:00', queued: 4, converged: 3 }],
    rate_per_hour: 2,
    now: '2026-01-31T12:45:00Z',
    done_rate_per_hour: 2,
    rate_span_hours: 0.5,
    stalled_minutes: 15,
  };
  const asked: unknown[] = [];
  const { url } = await standIn({
    readProgress: ({ query }) => {
      asked.push(query.get('hours'));
      return envelope(progress);
    },
    readWorkflowSchema: () => ({ title: 'configuration' }),
  });
  const at = ['--url', url, 'workflows'];
  const [table, json, schema, wrong] = await Promise.all([
    gridctl([...at, 'progress', 'sdb', '--hours', '48']),
    gridctl([...at, 'progress', 'sdb', '--output', 'json']),
    gridctl([...at, 'schema']),
    gridctl([...at, 'progress', 'sdb', '--hours', '169']),
  ]);
  expect(table.stdout).toMatch(/2026-01-31 12:30:00 +3 +1 +2 +4 +0 +10\n/);
  expect(table.stderr).toBe('rate: 2 points per hour over 30 min. No point completed for 15 min\n');
  expect(JSON.parse(json.stdout)).toEqual(progress);
  expect(asked.toSorted((a, b) => Number(a) - Number(b))).toEqual(['24', '48']);
  expect(JSON.parse(schema.stdout)).toEqual({ title: 'configuration' });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('from 1 to 168')]);
});
