import type { Plot } from './article.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'emphasis'; readonly text: string }
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'citation'; readonly inSentence: boolean; readonly works: readonly CitedWork[] }
  | { readonly kind: 'reference'; readonly anchor: string; readonly number: string }
  | { readonly kind: 'footnote'; readonly number: number; readonly text: readonly Inline[] }
  /** A macro unknown to the converter. `shown` is its printed text. */
  | { readonly kind: 'macro'; readonly name: string; readonly shown: string };

export interface CitedWork {
  /** `Okonkwo et al.` */
  readonly names: string;
  readonly year: string;
  /** `bib.bib3` */
  readonly anchor: string;
}

/** One block in reading order. `anchor` is LaTeXML's id. */
export type DocumentBlock =
  | {
      readonly kind: 'heading';
      readonly level: 1 | 2;
      readonly number: string;
      readonly isAppendix: boolean;
      readonly title: readonly Inline[];
      readonly anchor: string;
    }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[]; readonly anchor: string }
  | { readonly kind: 'equation'; readonly lines: readonly NumberedLine[]; readonly anchor: string }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[]; readonly anchor: string }
  | {
      readonly kind: 'table';
      readonly number: number;
      readonly caption: readonly Inline[];
      /** Cells above the head that span several columns. Empty for most tables. */
      readonly groups: readonly { readonly title: readonly Inline[]; readonly columns: number }[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
      readonly anchor: string;
    }
  | {
      readonly kind: 'figure';
      readonly number: number;
      readonly caption: readonly Inline[];
      readonly plot: Plot;
      readonly isMissing: boolean;
      readonly anchor: string;
    };

interface NumberedLine {
  readonly tex: string;
  readonly number: number;
  readonly anchor: string;
}

/** A paper with all numbers and references resolved. The page, the PDF and the text are made from it. */
export interface Document {
  readonly title: readonly Inline[];
  readonly authors: readonly { readonly name: string; readonly institute: string }[];
  readonly abstract: readonly Inline[];
  readonly keywords: readonly string[];
  readonly blocks: readonly DocumentBlock[];
  readonly acknowledgements: readonly Inline[] | undefined;
  readonly references: readonly { readonly anchor: string; readonly label: string; readonly text: string }[];
}
