/** A list link is current only if its filters are exactly those of the address. */
export const EXACTLY = { exact: true, includeSearch: true } as const;
