import type { FoundPaper } from './read-page.ts';

/** A request of the popup to the part that runs in the background, which continues when the popup closes. */
export type Request =
  | {
      readonly kind: 'save';
      /** The tab with the file of the paper, or undefined for the rows of a list. */
      readonly tabId: number | undefined;
      readonly papers: readonly FoundPaper[];
      readonly collection: number | undefined;
      readonly tags: readonly string[];
    }
  | { readonly kind: 'retry' };

/** Informs an open popup that the queue has changed. */
export const CHANGED = 'changed';
