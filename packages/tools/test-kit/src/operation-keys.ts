import type { Operation } from '@almagest/contracts';

/** Whether a request of this operation may have the key in its query, its body or its form. */
export function knowsKey({ query, body, form }: Operation, key: string): boolean {
  return [propertiesOf(query), propertiesOf(body), form].some((keys) => keys !== undefined && Object.hasOwn(keys, key));
}

/** Those of the values whose keys the schema of a query or a body has. */
export function knownValues<V>(schema: object | undefined, values: Readonly<Record<string, V>>): Record<string, V> {
  const keys = propertiesOf(schema) ?? {};
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(keys, key)));
}

function propertiesOf(schema: object | undefined): object | undefined {
  return schema !== undefined && 'properties' in schema && typeof schema.properties === 'object'
    ? (schema.properties ?? undefined)
    : undefined;
}
