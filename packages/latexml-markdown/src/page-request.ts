import type { PageClass } from './classify-page.ts';
import type { ResponseFacts } from './challenges.ts';
import type { LatexmlPaper } from './parse-paper.ts';

/** What the thread of pages is asked. */
export type PageRequest =
  | { readonly kind: 'parse'; readonly path: string; readonly imageFolder: string }
  | { readonly kind: 'look'; readonly path: string; readonly response: ResponseFacts; readonly contentType: string }
  | { readonly kind: 'load'; readonly path: string; readonly address: string; readonly contentType: string };

/** What a page is, and what of it tells whether it is a page at all. */
export interface PageLook {
  readonly page: PageClass;
  /** Whether it holds a tag of a page. */
  readonly hasTag: boolean;
  /** Of its text, blanks aside; no more than some 20,000 are counted. */
  readonly characters: number;
}

export type PageAnswer = LatexmlPaper | PageLook | null;
