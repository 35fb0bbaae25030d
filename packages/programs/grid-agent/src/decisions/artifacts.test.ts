import { expect, test } from '@jest/globals';
import { ArtifactKind, ProductName } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import fc from 'fast-check';
import { describeFiles, kindOf } from './artifacts.ts';

test('the file name gives the kind, and a folder gives the product', () => {
  expect(kindOf('spectrum.txt')).toEqual({ kind: 'spectrum', product: null });
  expect(kindOf('spectrum/uv.v2.txt')).toEqual({ kind: 'spectrum', product: 'uv.v2' });
  expect(kindOf('Plots/deep/T(tau).png')).toEqual({ kind: 'plots', product: 'deep_T_tau_' });
  expect(kindOf('fort.7')).toEqual({ kind: 'fort', product: null });
});

test('every path gives a kind and a product that the coordinator accepts', () => {
  const isKind = compile(ArtifactKind);
  const isProduct = compile(ProductName);
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 4 }), (parts) => {
      const { kind, product } = kindOf(parts.map((part) => `x${part.replaceAll('/', '')}`).join('/'));
      expect(isKind(kind).ok).toBe(true);
      expect(product === null || isProduct(product).ok).toBe(true);
    }),
  );
});

test("the engine's description overrides the path", () => {
  const files = [
    { path: 'a.txt', file: '/a' },
    { path: 'b/c.txt', file: '/c' },
  ];
  expect(describeFiles(files, [{ path: 'a.txt', kind: 'flux', product: 'uv' }, { path: 'b/c.txt' }])).toEqual([
    { path: 'a.txt', file: '/a', kind: 'flux', product: 'uv' },
    { path: 'b/c.txt', file: '/c', kind: 'b', product: 'c' },
  ]);
});
