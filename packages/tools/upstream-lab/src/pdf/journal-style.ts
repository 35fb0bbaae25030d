import type { Face } from './font-set.ts';

/** The style of a journal. Lengths are in points. */
export interface JournalStyle {
  readonly page: { readonly width: number; readonly height: number };
  readonly margin: { readonly side: number; readonly top: number; readonly bottom: number };
  readonly columns: 1 | 2;
  readonly gutter: number;
  readonly bodyPt: number;
  /** The distance of baselines, relative to the font size. */
  readonly leading: number;
  readonly title: { readonly size: number; readonly align: 'left' | 'centre' };
  /** Without a heading, the abstract is indented by `inset` on both sides. */
  readonly abstract: {
    readonly heading: string | undefined;
    readonly align: 'left' | 'centre';
    readonly inset: number;
  };
  /** Styles of the headings of sections and subsections. */
  readonly headings: readonly [HeadingStyle, HeadingStyle];
  readonly figureLabel: (number: number) => string;
  readonly tableLabel: (number: number) => string;
  readonly labelFace: 'roman' | 'bold';
  readonly equations: 'centre' | 'left';
  /** Without a heading, the references are numbered, as in `[1]`. */
  readonly references: { readonly heading: string | undefined };
  /** Whether the lines of the text are numbered in the outer margins, in reading order. */
  readonly hasLineNumbers: boolean;
  readonly furniture: (page: PageOfPaper) => readonly Furniture[];
}

interface HeadingStyle {
  readonly number: (number: string) => string;
  readonly size: number;
  readonly face: Face;
  readonly align: 'left' | 'centre';
  readonly isCapital: boolean;
}

interface PageOfPaper {
  /** From 1. */
  readonly number: number;
  readonly pages: number;
  /** `A. Author et al.` */
  readonly authors: string;
  readonly title: string;
  readonly journal: string;
}

/** Text above or below the columns. */
export interface Furniture {
  readonly text: string;
  readonly at: 'head' | 'foot';
  readonly align: 'left' | 'centre' | 'right';
  readonly face?: Face;
}

const A4 = { width: 595, height: 842 };
const LETTER = { width: 612, height: 792 };
const plain = (number: string) => number;
const dotted = (number: string) => `${number}.`;
const figure = (number: number) => `Figure ${number}.`;
const table = (number: number) => `Table ${number}.`;
const running = ({ authors, title }: PageOfPaper) => shortened(`${authors}: ${title}`);

/** The style of preprints that don't use a journal style. */
const PREPRINT: JournalStyle = {
  page: A4,
  margin: { side: 50, top: 60, bottom: 60 },
  columns: 2,
  gutter: 20,
  bodyPt: 10,
  leading: 1.2,
  title: { size: 16, align: 'centre' },
  abstract: { heading: 'Abstract', align: 'centre', inset: 0 },
  headings: [
    { number: dotted, size: 11, face: 'bold', align: 'left', isCapital: false },
    { number: plain, size: 10, face: 'italic', align: 'left', isCapital: false },
  ],
  figureLabel: (number) => `Fig. ${number}.`,
  tableLabel: table,
  labelFace: 'roman',
  equations: 'centre',
  references: { heading: 'References' },
  hasLineNumbers: false,
  furniture: (page) => [
    { text: String(page.number), at: 'foot', align: 'centre' },
    ...(page.number === 1
      ? []
      : [{ text: page.number % 2 === 0 ? running(page) : page.journal, at: 'head', align: 'left' } as const]),
  ],
};

const ASTRONOMY_AND_ASTROPHYSICS: JournalStyle = {
  ...PREPRINT,
  margin: { side: 44, top: 62, bottom: 56 },
  gutter: 18,
  bodyPt: 9.5,
  abstract: { heading: 'ABSTRACT', align: 'centre', inset: 0 },
  headings: [
    { number: dotted, size: 10.5, face: 'bold', align: 'left', isCapital: false },
    { number: dotted, size: 9.5, face: 'italic', align: 'left', isCapital: false },
  ],
  labelFace: 'bold',
  furniture: (page) => [
    { text: `Article number, page ${page.number} of ${page.pages}`, at: 'foot', align: sideOf(page) },
    { text: page.number % 2 === 0 ? 'A&A proofs: manuscript no. output' : running(page), at: 'head', align: 'centre' },
  ],
};

const MNRAS: JournalStyle = {
  ...PREPRINT,
  margin: { side: 42, top: 60, bottom: 50 },
  gutter: 18,
  bodyPt: 9,
  title: { size: 17, align: 'left' },
  abstract: { heading: 'ABSTRACT', align: 'left', inset: 0 },
  headings: [
    { number: plain, size: 9, face: 'bold', align: 'left', isCapital: true },
    { number: plain, size: 9, face: 'bold', align: 'left', isCapital: false },
  ],
  figureLabel: figure,
  labelFace: 'bold',
  equations: 'left',
  references: { heading: 'REFERENCES' },
  furniture: (page) => [
    { text: `${page.journal} (${page.number})`, at: 'foot', align: sideOf(page) },
    ...(page.number === 1
      ? []
      : ([
          { text: String(page.number), at: 'head', align: sideOf(page) },
          { text: page.number % 2 === 0 ? page.authors : page.title, at: 'head', align: 'centre', face: 'italic' },
        ] as const)),
  ],
};

const AASTEX: JournalStyle = {
  ...PREPRINT,
  page: LETTER,
  margin: { side: 54, top: 66, bottom: 60 },
  abstract: { heading: 'ABSTRACT', align: 'centre', inset: 30 },
  headings: [
    { number: dotted, size: 10, face: 'roman', align: 'centre', isCapital: true },
    { number: dotted, size: 10, face: 'italic', align: 'centre', isCapital: false },
  ],
  figureLabel: figure,
  labelFace: 'bold',
  references: { heading: 'REFERENCES' },
  hasLineNumbers: true,
  furniture: (page) => [
    { text: String(page.number), at: 'head', align: sideOf(page) },
    ...(page.number === 1
      ? []
      : [
          {
            text: page.number % 2 === 0 ? page.authors.toUpperCase() : page.title,
            at: 'head',
            align: 'centre',
          } as const,
        ]),
  ],
};

const MANUSCRIPT: JournalStyle = {
  ...AASTEX,
  margin: { side: 80, top: 72, bottom: 72 },
  columns: 1,
  bodyPt: 11,
  leading: 1.9,
  furniture: (page) => [{ text: `– ${page.number} –`, at: 'head', align: 'centre' }],
};

const REVTEX: JournalStyle = {
  ...PREPRINT,
  page: LETTER,
  margin: { side: 54, top: 60, bottom: 54 },
  gutter: 18,
  title: { size: 12, align: 'centre' },
  abstract: { heading: undefined, align: 'centre', inset: 54 },
  headings: [
    { number: (number) => `${roman(number)}.`, size: 10, face: 'bold', align: 'centre', isCapital: true },
    { number: (number) => `${letterOf(number)}.`, size: 10, face: 'bold', align: 'centre', isCapital: false },
  ],
  figureLabel: (number) => `FIG. ${number}.`,
  tableLabel: (number) => `TABLE ${roman(String(number))}.`,
  references: { heading: undefined },
  furniture: ({ number }) => (number === 1 ? [] : [{ text: String(number), at: 'head', align: 'right' }]),
};

const ARTICLE: JournalStyle = {
  ...PREPRINT,
  margin: { side: 110, top: 100, bottom: 100 },
  columns: 1,
  headings: [
    { number: plain, size: 14, face: 'bold', align: 'left', isCapital: false },
    { number: plain, size: 12, face: 'bold', align: 'left', isCapital: false },
  ],
  figureLabel: (number) => `Figure ${number}:`,
  tableLabel: (number) => `Table ${number}:`,
  furniture: ({ number }) => [{ text: String(number), at: 'foot', align: 'centre' }],
};

export const JOURNAL_STYLES = {
  preprint: PREPRINT,
  aa: ASTRONOMY_AND_ASTROPHYSICS,
  mnras: MNRAS,
  aastex: AASTEX,
  manuscript: MANUSCRIPT,
  revtex: REVTEX,
  article: ARTICLE,
} as const;
export type StyleName = keyof typeof JOURNAL_STYLES;

/** Returns the outer side of a page in a book. */
function sideOf({ number }: PageOfPaper): 'left' | 'right' {
  return number % 2 === 0 ? 'left' : 'right';
}

function shortened(text: string): string {
  return text.length > 90 ? `${text.slice(0, 88)}…` : text;
}

const TENS = ['', 'X', 'XX', 'XXX'];
const ONES = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

/** Converts `4` to `IV`. The letters of appendices stay unchanged. */
function roman(number: string): string {
  const value = Number(number);
  return Number.isNaN(value) ? number : `${TENS[Math.floor(value / 10)] ?? ''}${ONES[value % 10] ?? ''}`;
}

/** Converts `3.2` to `B`. */
function letterOf(number: string): string {
  const last = Number(number.split('.').at(-1));
  return String.fromCharCode(64 + last);
}
