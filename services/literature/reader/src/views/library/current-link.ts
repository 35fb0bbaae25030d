/** A link to a list is the one that is shown only if it has the same filters, not if it has fewer. */
export const EXACTLY = { exact: true, includeSearch: true } as const;
