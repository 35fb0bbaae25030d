import type { PaperOutline } from '@almagest/contracts/literature';
import { createContext, use } from 'react';
import type { PaperMode } from './address.ts';
import type { ReadingPosition } from './reading-position.ts';

/** Text of the paper that the user selected. */
export interface Passage {
  /** Formulas are TeX between dollar signs. */
  readonly text: string;
  /** The first block of the passage. */
  readonly block: number;
}

/** The state that all panes of a paper share. Panels read it with `useOpenPaper`. */
export interface OpenPaper {
  readonly bibcode: string;
  readonly outline: PaperOutline;
  readonly mode: PaperMode;
  /** The highlighted block, and its highlighted words. */
  readonly lit: { readonly block: number; readonly quote: string | undefined } | undefined;
  /** Scrolls to a block and highlights the block or some of its words. Back returns to the previous line. */
  readonly jumpTo: (block: number, quote?: string) => void;
  /** Opens a panel of the right pane, with a passage if the panel needs one. */
  readonly openPanel: (id: string, passage?: Passage) => void;
  /** The passage that the open panel was opened with. */
  readonly passage: Passage | undefined;
  readonly readingPosition: ReadingPosition;
}

export const OpenPaperContext = createContext<OpenPaper | undefined>(undefined);

export function useOpenPaper(): OpenPaper {
  const openPaper = use(OpenPaperContext);
  if (openPaper === undefined) throw new Error('useOpenPaper requires an open paper');
  return openPaper;
}
