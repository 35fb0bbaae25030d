import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assetDifferences, isAssetPath, readAssets, usedAssets } from './asset-list.ts';

const reading = (typed: Record<string, unknown>, texts = typed) => readAssets(texts, typed);

describe('assets of a configuration', () => {
  test('are empty by default', () => expect(reading({})).toEqual([]));

  test('are the listed files and the line list, without duplicates', () => {
    const typed = { assets: ['atoms/he.dat', 'gfVIS99.dat', 'atoms/he.dat'], assets_linelist: true };
    expect(reading(typed, { ...typed, assets_linelist: 'yes' })).toEqual(['atoms/he.dat', 'gfVIS99.dat']);
  });

  test('omit the line list if it is switched off', () =>
    expect(reading({ assets: [], assets_linelist: 'no' })).toEqual([]));

  test.each([
    [{ assets: 'he.dat' }, 'assets: must be a list'],
    [{ assets: ['he.dat', '../he.dat'] }, 'assets[1]: must be the relative path'],
    [{ assets: [7] }, 'assets[0]: must be the relative path'],
    [{ assets_linelist: 'perhaps' }, 'assets_linelist: must be one of'],
  ])('are rejected with their place: %j', (typed, message) => expect(() => reading(typed)).toThrow(message));
});

test('a path of an asset never leaves the folder', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', '', '.hidden', 'a\\b', 'x'), fc.string());
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const path = parts.join('/');
      fc.pre(isAssetPath(path));
      const url = new URL('file:///assets/');
      for (const part of path.split('/')) url.pathname += `${encodeURIComponent(part)}/`;
      expect(decodeURIComponent(url.pathname)).toBe(`/assets/${path}/`);
    }),
  );
});

describe('assets used by an attempt', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  const versions = fc.dictionary(fc.constantFrom('he.dat', 'c.dat', 'n.dat', 'o.dat'), fc.constantFrom(a, b));

  test('are the pinned assets if the node reports none', () => {
    expect(usedAssets({ 'he.dat': a }, assetDifferences({ 'he.dat': a }, null))).toEqual({
      told_by: 'start',
      versions: { 'he.dat': a },
    });
    expect(usedAssets({}, null)).toBeNull();
  });

  test('are the reported assets, even if other assets were pinned', () => {
    fc.assert(
      fc.property(versions, versions, (pinned, reported) => {
        const used = usedAssets(pinned, assetDifferences(pinned, reported));
        expect(used?.versions ?? {}).toEqual({ ...pinned, ...reported });
        if (used !== null) expect(used.told_by).toBe('node');
      }),
    );
  });

  test('omit paths that cannot be assets', () =>
    expect(assetDifferences({}, { '../he.dat': a, ['x'.repeat(600)]: a, 'a\u0000': a, 'he.dat': b })).toEqual({
      'he.dat': b,
    }));
});
