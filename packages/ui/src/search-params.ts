/** Parses search parameters as plain text, as in addresses of the API. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The router does not type search values. These types are in use. */
type SearchValue = string | number | boolean | null | undefined;

export function stringifySearch(search: Readonly<Record<string, SearchValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(name, `${value}`);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Wraps a reader for `validateSearch`. The router keeps parameters that a reader omits. The wrapper sets them to
 * undefined, so that unknown parameters reach neither the view nor the server.
 */
export function onlyRead<T extends object>(read: (values: Record<string, unknown>) => T) {
  return (values: Record<string, unknown>): T => {
    const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
    return { ...none, ...read(values) };
  };
}
