import type { PageClass } from './classify-page.ts';
import type { ResponseFacts } from './challenges.ts';
import type { LatexmlPaper } from './parse-paper.ts';

/** Requests about a page to the process that reads pages. */
export type PageRequest =
  | { readonly kind: 'parse'; readonly imageFolder: string }
  | { readonly kind: 'inspect'; readonly response: ResponseFacts; readonly contentType: string }
  | { readonly kind: 'load'; readonly address: string; readonly contentType: string };

/** The class of a page, and facts that show whether it is an HTML page at all. */
export interface PageInspection {
  readonly page: PageClass;
  /** Whether it contains a tag of an HTML page. */
  readonly hasTag: boolean;
  /** Characters of its text without blanks, counted up to about 20,000. */
  readonly characters: number;
}

export type PageReply = LatexmlPaper | PageInspection | string;
