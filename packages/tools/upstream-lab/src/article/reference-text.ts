import type { Document, DocumentBlock, Inline } from './document.ts';
import { linearText, parseTex } from './tex.ts';

/** The form of formulas: TeX between dollars, or the signs of a text layer. */
export type Formulas = 'tex' | 'signs';

/**
 * Returns the paper as plain text, block by block in reading order. A perfect parser of the paper's page or PDF would
 * return this text.
 */
export function referenceText(document: Document, formulas: Formulas): string[] {
  const line = (inlines: readonly Inline[]) => inlineText(inlines, formulas);
  return [
    line(document.title),
    document.authors.map(({ name }) => name).join(', '),
    line(document.abstract),
    ...document.blocks.flatMap((block) => blockText(block, formulas)),
    ...(document.acknowledgements === undefined ? [] : [line(document.acknowledgements)]),
    ...document.references.map(({ text }) => text),
  ];
}

function blockText(block: DocumentBlock, formulas: Formulas): string[] {
  const line = (inlines: readonly Inline[]) => inlineText(inlines, formulas);
  switch (block.kind) {
    case 'heading':
      return [`${block.number} ${line(block.title)}`];
    case 'paragraph':
      return [
        line(block.text),
        ...block.text.flatMap((inline) => (inline.kind === 'footnote' ? [line(inline.text)] : [])),
      ];
    case 'equation':
      return block.lines.map(({ tex, number }) => `${formula(tex, formulas)} (${number})`);
    case 'list':
      return block.items.map(line);
    case 'table':
      return [
        `Table ${block.number}. ${line(block.caption)}`,
        ...(block.groups.length === 0 ? [] : [block.groups.map(({ title }) => line(title)).join(' | ')]),
        ...[block.head, ...block.rows].map((row) => row.map(line).join(' | ')),
      ];
    case 'figure':
      return [`Figure ${block.number}. ${line(block.caption)}`];
  }
}

/** Returns the text without footnotes, which are separate blocks. */
export function inlineText(inlines: readonly Inline[], formulas: Formulas): string {
  return inlines.map((inline) => oneText(inline, formulas)).join('');
}

function oneText(inline: Inline, formulas: Formulas): string {
  switch (inline.kind) {
    case 'text':
    case 'emphasis':
      return inline.text;
    case 'math':
      return formula(inline.tex, formulas);
    case 'citation':
      return citationText(inline);
    case 'reference':
      return inline.number;
    case 'footnote':
      return '';
    case 'macro':
      return inline.shown;
  }
}

export function citationText({ inSentence, works }: Extract<Inline, { kind: 'citation' }>): string {
  if (inSentence) return works.map(({ names, year }) => `${names} (${year})`).join('; ');
  return `(${works.map(({ names, year }) => `${names} ${year}`).join('; ')})`;
}

function formula(tex: string, formulas: Formulas): string {
  return formulas === 'tex' ? `$${tex}$` : linearText(parseTex(tex));
}
