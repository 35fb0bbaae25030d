import type { PageClass } from './classify-page.ts';
import type { ResponseFacts } from './challenges.ts';
import type { LatexmlPaper } from './parse-paper.ts';

export type PageRequest =
  | { readonly kind: 'parse'; readonly imageFolder: string }
  | { readonly kind: 'inspect'; readonly response: ResponseFacts; readonly contentType: string }
  | { readonly kind: 'load'; readonly address: string; readonly contentType: string };

/** The class of a page, with facts that show whether it is an HTML page at all. */
export interface PageInspection {
  readonly page: PageClass;
  /** Whether the page contains an HTML tag. */
  readonly hasTag: boolean;
  /** Number of characters in the page's text without blanks. Counted up to about 20,000. */
  readonly characters: number;
}

export type PageReply = LatexmlPaper | PageInspection | string;
