import type { Document, DocumentBlock, Inline } from '../article/document.ts';
import { type Formulas, inlineText } from '../article/reference-text.ts';
import type { JournalStyle } from '../pdf/journal-style.ts';

/** Replaces a formula in texts whose words are compared. */
const FORMULA = '\ue000';

/** The content of a paper, part by part, that a parser of its page or print should find. */
export interface PaperContent {
  readonly title: string;
  /** Without numbers. Includes the headings of the abstract and the list of references. */
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** Includes the abstract and the items of lists. Formulas are U+E000. */
  readonly paras: readonly { readonly text: string }[];
  /** Includes the labels. Formulas are U+E000. */
  readonly captions: readonly string[];
  /** Formulas in cells are TeX between dollars on a page, and signs in print. */
  readonly tables: readonly { readonly caption: string; readonly rows: readonly (readonly string[])[] }[];
  readonly refs: readonly string[];
  /** The TeX of displayed formulas. Each line of a group is a separate entry. */
  readonly equations: readonly string[];
  /** The numbers of the equations, without parentheses. */
  readonly equationNumbers: readonly string[];
  /** The TeX of all formulas except those in footnotes, in reading order. */
  readonly formulas: readonly string[];
  readonly footnotes: readonly string[];
  /** Texts above and below the columns of a print, which a parser should omit. */
  readonly furniture: readonly string[];
}

/**
 * Returns the content of a page. The page uses common macros that its converter did not know. Each of these macros
 * counts as a formula.
 */
export function pageContent(document: Document): PaperContent {
  return contentOf(document, {
    furniture: [],
    cells: 'tex',
    showMacro: () => FORMULA,
    abstract: 'Abstract',
    references: 'References',
    figureLabel: (number) => `Figure ${number}.`,
    tableLabel: (number) => `Table ${number}.`,
  });
}

/** Returns the content of a print, with the labels and headings that the style prints. */
export function printContent(document: Document, style: JournalStyle, furniture: readonly string[]): PaperContent {
  return contentOf(document, {
    furniture,
    cells: 'signs',
    showMacro: (shown) => shown,
    abstract: style.abstract.heading,
    references: style.references.heading,
    figureLabel: style.figureLabel,
    tableLabel: style.tableLabel,
  });
}

/** The differences between the forms of a paper. */
interface Form {
  readonly furniture: readonly string[];
  readonly cells: Formulas;
  readonly showMacro: (shown: string) => string;
  /** The headings of the abstract and of the references, if the style prints them. */
  readonly abstract: string | undefined;
  readonly references: string | undefined;
  readonly figureLabel: (number: number) => string;
  readonly tableLabel: (number: number) => string;
}

function contentOf(document: Document, form: Form): PaperContent {
  const { title, abstract, blocks, acknowledgements, references } = document;
  const masked = (inlines: readonly Inline[]) => inlines.map((inline) => maskedText(inline, form)).join('');
  const of = <Kind extends DocumentBlock['kind']>(kind: Kind) =>
    blocks.filter((block): block is Extract<DocumentBlock, { kind: Kind }> => block.kind === kind);
  const running = [
    abstract,
    ...blocks.flatMap(runningText),
    ...(acknowledgements === undefined ? [] : [acknowledgements]),
  ];
  return {
    furniture: form.furniture,
    title: masked(title),
    headings: [
      ...headingOf(form.abstract),
      ...of('heading').map((heading) => ({ level: heading.level, text: masked(heading.title) })),
      ...headingOf(form.references),
    ],
    paras: running.map((text) => ({ text: masked(text) })),
    captions: blocks.flatMap((block) => {
      if (block.kind === 'figure') return [`${form.figureLabel(block.number)} ${masked(block.caption)}`];
      return block.kind === 'table' ? [`${form.tableLabel(block.number)} ${masked(block.caption)}`] : [];
    }),
    tables: of('table').map(({ caption, head, rows }) => ({
      caption: masked(caption),
      rows: [head, ...rows].map((row) => row.map((cell) => inlineText(cell, form.cells))),
    })),
    refs: references.map(({ text }) => text),
    equations: of('equation').flatMap(({ lines }) => lines.map(({ tex }) => tex)),
    equationNumbers: of('equation').flatMap(({ lines }) => lines.map(({ number }) => String(number))),
    formulas: [
      ...texIn(title),
      ...texIn(abstract),
      ...blocks.flatMap(texOfBlock),
      ...(acknowledgements === undefined ? [] : texIn(acknowledgements)),
    ],
    footnotes: [title, ...running].flatMap((text) =>
      text.flatMap((inline) => (inline.kind === 'footnote' ? [masked(inline.text)] : [])),
    ),
  };
}

function runningText(block: DocumentBlock): (readonly Inline[])[] {
  if (block.kind === 'paragraph') return [block.text];
  return block.kind === 'list' ? [...block.items] : [];
}

function headingOf(text: string | undefined): { level: number; text: string }[] {
  return text === undefined ? [] : [{ level: 1, text }];
}

function maskedText(inline: Inline, { showMacro }: Form): string {
  if (inline.kind === 'math') return FORMULA;
  return inline.kind === 'macro' ? showMacro(inline.shown) : inlineText([inline], 'tex');
}

function texIn(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((inline) => (inline.kind === 'math' ? [inline.tex] : []));
}

function texOfBlock(block: DocumentBlock): string[] {
  switch (block.kind) {
    case 'heading':
      return texIn(block.title);
    case 'paragraph':
      return texIn(block.text);
    case 'equation':
      return block.lines.map(({ tex }) => tex);
    case 'list':
      return block.items.flatMap(texIn);
    case 'figure':
      return texIn(block.caption);
    case 'table':
      return [block.caption, ...block.groups.map(({ title }) => title), ...block.head, ...block.rows.flat()].flatMap(
        texIn,
      );
  }
}
