import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '../article/document.ts';
import { ARTICLES, fullText } from '../content/full-texts.ts';
import { Library } from '../content/library.ts';
import { JOURNAL_STYLES, type StyleName } from '../pdf/journal-style.ts';
import { printPaper } from '../pdf/paper-pdf.ts';
import { mirrorPage, officialPage } from '../website/page.ts';
import { pageContent, type PaperContent, printContent } from './paper-content.ts';
import { reviewOf } from './review.ts';

export type { PaperContent } from './paper-content.ts';
export type { StyleName } from '../pdf/journal-style.ts';
export type { Document, DocumentBlock, Inline } from '../article/document.ts';

/** A page of a paper with the expected content. */
export interface CorpusPage {
  readonly name: string;
  readonly html: string;
  readonly content: PaperContent;
}

/** A paper as a journal prints it, with the expected content. */
export interface CorpusPrint {
  readonly name: string;
  readonly style: StyleName;
  readonly pdf: Uint8Array;
  readonly content: PaperContent;
}

const SITE = { origin: 'https://arxiv.org', withFrame: true };
const KEYS = Object.keys(ARTICLES);
export const STYLES = Object.keys(JOURNAL_STYLES) as StyleName[];
const REVIEWED = 8; // articles
const LOOK = { stamp: undefined, journal: 'Journal of Model Atmospheres 12, 345', date: new Date('2026-01-01') };

/** Returns every article as the preprint server's page and as the mirror's. */
export function corpusPages(): CorpusPage[] {
  const library = new Library(0);
  return KEYS.flatMap((key) => {
    const entry = library.byKey(key);
    const content = pageContent(fullText(entry));
    return [
      { name: `${key}-official`, html: officialPage(entry, 1, SITE), content },
      { name: `${key}-mirror`, html: mirrorPage(entry), content },
    ];
  });
}

/**
 * Yields every article in two alternating styles, and a long paper in every style. The bytes are the same each time.
 */
export function* corpusPrints(): Generator<CorpusPrint> {
  const library = new Library(0);
  const print = (name: string, style: StyleName, document: Document): CorpusPrint => {
    return { name: `${style}-${name}`, style, ...printDocument(document, style) };
  };
  for (const [index, key] of KEYS.entries()) {
    const document = fullText(library.byKey(key));
    for (const shift of [0, 3]) yield print(key, styleAt(index + shift), document);
  }
  for (const [index, style] of STYLES.entries()) {
    const keys = Array.from({ length: REVIEWED }, (_, at) => KEYS[(index * 2 + at * 3) % KEYS.length] ?? '');
    yield print('review', style, reviewOf(keys, library));
  }
}

/** Returns a document as a journal prints it, with the expected content. The bytes are the same each time. */
export function printDocument(document: Document, style: StyleName): Pick<CorpusPrint, 'pdf' | 'content'> {
  const look = { ...LOOK, style: JOURNAL_STYLES[style] };
  const { pdf, furniture } = printPaper(document, look);
  return { pdf, content: printContent(document, look.style, furniture) };
}

function styleAt(index: number): StyleName {
  return STYLES[index % STYLES.length] ?? 'preprint';
}

/**
 * Writes the corpus into a folder: the papers as `pdf/NAME.pdf` and `html/NAME.html`, and their expected content as
 * `gt/NAME.gt.json`.
 */
export async function writeCorpus(folder: string): Promise<void> {
  for (const part of ['pdf', 'html', 'gt']) await mkdir(join(folder, part), { recursive: true });
  for (const { name, html } of corpusPages()) await writeFile(join(folder, 'html', `${name}.html`), html);
  for (const { name, pdf, content } of corpusPrints()) {
    await writeFile(join(folder, 'pdf', `${name}.pdf`), pdf);
    await writeFile(join(folder, 'gt', `${name}.gt.json`), JSON.stringify(content));
  }
}
