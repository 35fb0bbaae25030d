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
