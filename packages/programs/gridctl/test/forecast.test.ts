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

test('a forecast is a time with its range, or says why there is none', async () => {
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
  expect(known.stdout).toContain('1,000 points, some 1,300 attempts');
  expect(known.stdout).toContain('48, shared by 2 workflows');
  expect(none.stdout).toMatch(/time to go +-\n/);
  expect(none.stdout).toContain('no attempt has ended yet');
  expect(JSON.parse(json.stdout)).toEqual(KNOWN);
});
