import type { SeedVersion } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { envelope, standIn } from './stand-in.ts';
import { gridctl } from './world.ts';

const NAME = 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0';
const VERSION: SeedVersion = {
  sha256: '0123456789abcdef'.repeat(4),
  size_bytes: 12_345,
  max_relc: 0.00032,
  lineage: 2,
  fit: true,
  stored_at: '2026-01-31T12:00:00.000Z',
  workflow_name: 'sdb',
  node_id: null,
};

test('seeds are listed with their newest version and the start of the next page', async () => {
  const { url, calls } = await standIn({
    listSeeds: () => envelope({ seeds: [{ name: NAME, versions: 3, newest: VERSION }], next: NAME }),
    listSeedVersions: () => envelope([VERSION, { ...VERSION, node_id: 'n1', fit: false }]),
  });
  const [list, versions] = await Promise.all([
    gridctl(['--url', url, 'seeds', 'list', '--prefix', 't20']),
    gridctl(['--url', url, 'seeds', 'versions', NAME]),
  ]);
  expect(list.stdout.split('\n')[1]).toMatch(
    /^t20000_\S+ +3 {2}0123456789ab {2}2026-01-31 12:00:00 {2}sdb +imported +3\.2e-4 +12,345 {2}yes$/,
  );
  expect(list.stderr).toBe(`next page: gridctl seeds list --after ${NAME}\n`);
  expect(versions.stdout.trimEnd().split('\n').at(-1)).toMatch(/ n1 .* no$/);
  expect(calls.find(({ operation }) => operation === 'listSeeds')?.query.get('prefix')).toBe('t20');
});
