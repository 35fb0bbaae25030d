import type { PaperOutline } from '@almagest/contracts/literature';
import { createContext, use } from 'react';
import type { PaperMode } from './address.ts';
import type { ReadingPosition } from './reading-position.ts';

/** Some text of the paper that somebody has selected. */
export interface Passage {
  /** Formulas are TeX between dollar signs. */
  readonly text: string;
  /** The block in which it begins. */
  readonly block: number;
}

/** What the panes of a paper share. Panels of the right pane get it by `useOpenPaper`. */
export interface OpenPaper {
  readonly bibcode: string;
  readonly outline: PaperOutline;
  readonly mode: PaperMode;
  /** The block that is lit, and the words of it. */
  readonly lit: { readonly block: number; readonly quote: string | undefined } | undefined;
  /** Leads to a block and lights it, or some words of it. The browser's Back returns to the line. */
  readonly jumpTo: (block: number, quote?: string) => void;
  /** Opens a panel of the right pane; with a passage where the panel is asked to do something with it. */
  readonly openPanel: (id: string, passage?: Passage) => void;
  /** What the open panel was opened with, until another passage is given. */
  readonly passage: Passage | undefined;
  readonly readingPosition: ReadingPosition;
}

export const OpenPaperContext = createContext<OpenPaper | undefined>(undefined);

export function useOpenPaper(): OpenPaper {
  const openPaper = use(OpenPaperContext);
  if (openPaper === undefined) throw new Error('useOpenPaper requires an open paper');
  return openPaper;
}
