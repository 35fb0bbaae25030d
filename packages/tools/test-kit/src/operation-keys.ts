import type { Operation } from '@almagest/contracts';

/** Returns whether a request of this operation may have the key in its query, body or form. */
export function knowsKey({ query, body, form }: Operation, key: string): boolean {
  return [propertiesOf(query), propertiesOf(body), form].some((keys) => keys !== undefined && Object.hasOwn(keys, key));
}

/** Returns the values whose keys occur in the schema of a query or a body. */
export function knownValues<V>(schema: object | undefined, values: Readonly<Record<string, V>>): Record<string, V> {
  const keys = propertiesOf(schema) ?? {};
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(keys, key)));
}

function propertiesOf(schema: object | undefined): object | undefined {
  return schema !== undefined && 'properties' in schema && typeof schema.properties === 'object'
    ? (schema.properties ?? undefined)
    : undefined;
}
