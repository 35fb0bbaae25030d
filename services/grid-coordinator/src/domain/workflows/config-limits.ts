import { WorkflowConfiguration } from '@almagest/contracts/grid';

/** The parts of a JSON Schema that limit a value. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** Returns the contract's schema of a key, such as `difficulty.d_max`. The items of a list have the key of the list. */
function schemaOf(key: string): Schema {
  let schema = WorkflowConfiguration as object as Schema;
  for (const step of key.split('.')) {
    const next = (schema.items ?? schema).properties?.[step];
    if (next === undefined) throw new Error(`the contract has no key ${key}`);
    schema = next;
  }
  return schema;
}

/** Returns the contract's bounds for a whole number, and the default if there is one. */
export function limitsOf(key: string): { readonly min: number; readonly max: number; readonly fallback?: number } {
  const { anyOf = [], default: fallback } = schemaOf(key);
  const { minimum, maximum } = anyOf.find((schema) => schema.minimum !== undefined) ?? {};
  if (minimum === undefined || maximum === undefined) throw new Error(`the contract has no bounds for ${key}`);
  return { min: minimum, max: maximum, ...(typeof fallback === 'number' ? { fallback } : {}) };
}

/** Returns the largest number of items that the contract allows in a list. */
export function mostItems(key: string): number {
  const { maxItems } = schemaOf(key);
  if (maxItems === undefined) throw new Error(`the contract does not limit ${key}`);
  return maxItems;
}
