import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { posix } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import { requestedAssets } from './assets.ts';

const asking = (keys: Record<string, unknown>) => requestedAssets(keys as unknown as TaskSpec);

describe('the assets of a task', () => {
  test('are empty unless the task names some', () => expect(asking({})).toEqual({ ok: true, assets: [] }));

  test('are requested once each, by their encoded path', () => {
    expect(asking({ assets: ['atoms/he 2.dat', 'atoms/he 2.dat'] })).toEqual({
      ok: true,
      assets: [{ name: 'atoms/he 2.dat', path: 'api/data/file/atoms/he%202.dat', version: undefined }],
    });
  });

  test.each([true, 'true', 'yes', '1'])('include the line list for %p', (value) => {
    expect(asking({ assets_linelist: value })).toEqual({
      ok: true,
      assets: [{ name: 'gfVIS99.dat', path: 'api/data/linelist', version: undefined }],
    });
  });

  test.each([false, 'false', 'no', undefined, null])('do not include the line list for %p', (value) => {
    expect(asking({ assets_linelist: value })).toEqual({ ok: true, assets: [] });
  });

  test.each(['../x', '/etc/passwd', 'a/../../x', 'a//b', './a', '', 'a\\..\\b', 'a\u0000b', 7, null])(
    'reject the name %p',
    (name) => expect(asking({ assets: [name] }).ok).toBe(false),
  );

  test('use the versions that the task pins', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    const keys = { assets: ['he.dat', 'new.dat'], assets_linelist: true };
    expect(asking({ ...keys, asset_versions: { 'he.dat': a, 'gfVIS99.dat': b } })).toEqual({
      ok: true,
      assets: [
        { name: 'he.dat', path: `api/data/file/he.dat?version=${a}`, version: a },
        { name: 'new.dat', path: 'api/data/file/new.dat', version: undefined },
        { name: 'gfVIS99.dat', path: `api/data/linelist?version=${b}`, version: b },
      ],
    });
  });

  test('reject a value that is not a list', () => expect(asking({ assets: 'atoms.dat' }).ok).toBe(false));

  test('never leave the folder', () => {
    const part = fc.constantFrom('..', '.', '', 'a', '/', '..a', '\\', '%2e%2e');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const request = asking({ assets: [parts.join('/')] });
        if (!request.ok) return;
        for (const { name } of request.assets) expect(posix.join('/assets', name)).toBe(`/assets/${name}`);
      }),
    );
  });
});
