import type { WorkflowConfig } from '../workflows/workflow-config.ts';

type Products = Pick<WorkflowConfig, 'spectrum'>;

/** Returns the names of the configured products, or null if the spectrum has no name. */
export function productNames({ spectrum: { products } }: Products): readonly string[] | null {
  return products?.map(({ name }) => name) ?? null;
}

/** Returns the configured products that a model does not have yet. `done`: the products that it has. */
export function missingProducts(config: Products, done: readonly string[] | null): readonly string[] {
  const have = new Set(done);
  return (productNames(config) ?? []).filter((name) => !have.has(name));
}

/**
 * Returns the products of a model after a task: a new model has only the task's products, and a kept model gets these
 * products in addition to its own.
 */
export function productsAfter(
  before: readonly string[] | null,
  { computed, isSameModel }: { readonly computed: readonly string[] | null; readonly isSameModel: boolean },
): readonly string[] | null {
  if (!isSameModel) return computed;
  return computed === null ? before : [...new Set([...(before ?? []), ...computed])];
}

/**
 * Returns the products that a task computes. For a kept model, these are the missing products, or all products if none
 * is missing.
 */
export function productsToCompute(
  config: Products,
  { done, isSameModel }: { readonly done: readonly string[] | null; readonly isSameModel: boolean },
): readonly string[] | null {
  const missing = isSameModel ? missingProducts(config, done) : [];
  return missing.length > 0 ? missing : productNames(config);
}
