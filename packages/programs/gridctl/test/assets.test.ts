import type { Asset } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';
import { envelope, standIn, type ReceivedRequest } from './stand-in.ts';
import { gridctl } from './world.ts';

const [OLD, NEW] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const SEEN = '2026-01-31T12:00:00.000Z';

const version = (sha256: string, current: boolean, workflows: string[]) => ({
  sha256,
  size_bytes: 2_000_000,
  first_seen_at: SEEN,
  current,
  workflows,
});

const ASSETS: readonly Asset[] = [
  {
    path: 'atoms/he.dat',
    sha256: NEW,
    versions: [version(NEW, true, []), version(OLD, false, ['sdb', 'wd'])],
  },
  { path: 'gfVIS99.dat', sha256: null, versions: [version(OLD, false, [])] },
];

/** Answers in pages of one asset. */
function listAssets({ query }: ReceivedRequest) {
  const path = query.get('path');
  const after = query.get('after') ?? '';
  const matching = ASSETS.filter((asset) => asset.path > after && (path === null || asset.path === path));
  return envelope({ assets: matching.slice(0, 1), next: matching.length > 1 ? matching[0]?.path : null });
}

test('the assets are listed over all pages, for people and for scripts', async () => {
  const { url } = await standIn({ listAssets });
  const table = await gridctl(['--url', url, 'assets', 'list']);
  expect(table.code).toBe(0);
  const rows = table.stdout.trimEnd().split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/^atoms\/he\.dat +b{12} +2\.00? MB +2026-01-31 12:00:00 +2$/);
  expect(rows[2]).toMatch(/^gfVIS99\.dat +gone +- +- +1$/);
  const { stdout } = await gridctl(['--url', url, '--output', 'json', 'assets', 'list']);
  expect(JSON.parse(stdout)).toEqual({ assets: ASSETS });
});

test('the versions of an asset are listed with the workflows that were started with them', async () => {
  const { url } = await standIn({ listAssets });
  const { code, stdout } = await gridctl(['--url', url, 'assets', 'versions', 'atoms/he.dat']);
  expect(code).toBe(0);
  const rows = stdout.trimEnd().split('\n');
  expect(rows[1]).toMatch(/^b{64} .* yes +-$/);
  expect(rows[2]).toMatch(/^a{64} .* no +sdb, wd$/);
});

test('an unknown asset is an error', async () => {
  const { url } = await standIn({ listAssets });
  const { code, stderr } = await gridctl(['--url', url, 'assets', 'versions', 'absent.dat']);
  expect(code).toBe(1);
  expect(stderr).toContain('no version of absent.dat is known');
});
