import { expect, test } from '@jest/globals';
import { failureGroup } from './samples.ts';
import { envelope, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

test('failures are a table, with --details on request and as JSON', async () => {
  const groups = [failureGroup(), failureGroup({ cause: 'seed.# is missing', doubted: 3, node_count: 25 })];
  const { url, calls } = await standIn({
    listFailures: ({ params }) => envelope(params['name'] === 'none' ? { total: 0, groups: [] } : { total: 7, groups }),
  });
  const failures = (...args: string[]) => gridctl(['--url', url, 'failures', ...args]);
  const [table, details, json, none, wrong] = await Promise.all([
    failures('sdb', '--stage', 'atmosphere', '--limit', '2'),
    failures('sdb', '--details'),
    failures('sdb', '--output', 'json'),
    failures('none'),
    failures('sdb', '--stage', 'neither'),
  ]);
  expect(table.stdout).toMatch(
    /^STAGE +ATTEMPTS +DOUBTED +POINTS +CONVERGED +NODES +LAST +CAUSE\natmosphere +1,041 +0 +41 +38 +2 /,
  );
  expect(table.stderr).toBe('2 of 7 groups. Use --offset for the others\n');
  expect(details.stdout).toContain('38 of 41 points with this failure converged later: 38 from a cooler seed');
  expect(details.stdout).toMatch(/attempts +1,041, 3 of them doubted/);
  expect(details.stdout).toContain('node-01 (1,000), node-02 (41) and 23 more');
  expect(details.stdout).toContain('teff 20000 to 24000, logg 5,');
  expect(JSON.parse(json.stdout)).toEqual({ total: 7, groups });
  expect(none.stderr).toBe('no attempt of none has failed\n');
  expect(wrong.code).toBe(2);
  expect(calls.map(({ query }) => query.toString())).toContain('stage=atmosphere&limit=2');
});
