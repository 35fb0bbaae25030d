/** Search parameters in addresses are plain texts, as in the addresses of the API. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The router's type of a search says nothing about its values; ours are these. */
type SearchValue = string | number | boolean | null | undefined;

export function stringifySearch(search: Readonly<Record<string, SearchValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(name, `${value}`);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * A reader of an address for `validateSearch`. The router lets stand what a reader leaves out; here it is undefined, so that
 * nothing that was not understood reaches a view, or the server that it asks.
 */
export function onlyRead<T extends object>(read: (values: Record<string, unknown>) => T) {
  return (values: Record<string, unknown>): T => {
    const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
    return { ...none, ...read(values) };
  };
}
