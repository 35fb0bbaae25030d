import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { missingProducts, productsAfter, productsToCompute } from './spectrum-products.ts';

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
const configOf = (products: readonly string[]) => ({
  spectrum: {
    enabled: true,
    policy: 'skip_converged' as const,
    strategies: [],
    products: products.map((name) => ({ name })),
  },
});

describe('the products of a kept model', () => {
  test('are complete after a task for the missing products, including products of earlier configurations', () => {
    fc.assert(
      fc.property(names, names, (wanted, done) => {
        const config = configOf(wanted);
        const computed = productsToCompute(config, { done, isSameModel: true });
        const after = productsAfter(done, { computed, isSameModel: true });
        expect(missingProducts(config, after)).toEqual([]);
        expect(after).toEqual(expect.arrayContaining(done));
        const missing = missingProducts(config, done);
        if (missing.length > 0) expect(computed).toEqual(missing);
        else expect(computed).toEqual(wanted);
      }),
    );
  });

  test('are all computed for a new model, which has no others', () => {
    fc.assert(
      fc.property(names, names, (wanted, done) => {
        const computed = productsToCompute(configOf(wanted), { done, isSameModel: false });
        expect(computed).toEqual(wanted);
        expect(productsAfter(done, { computed, isSameModel: false })).toEqual(wanted);
      }),
    );
  });

  test('do not exist for a spectrum without a name', () => {
    const config = { spectrum: { enabled: true, policy: 'skip_converged' as const, strategies: [] } };
    expect(missingProducts(config, null)).toEqual([]);
    expect(productsToCompute(config, { done: null, isSameModel: true })).toBeNull();
    expect(productsAfter(['a'], { computed: null, isSameModel: true })).toEqual(['a']);
  });
});
