import type { CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import { readReference } from './bibliography.ts';
import type { Block } from '@almagest/paper-blocks';
import { anchorsOf, toBlocks } from './blocks.ts';
import { ignorePageParts, readContainer } from './containers.ts';
import { descendants, firstDescendant, hasClass, plainTextOf } from './dom.ts';
import { readEquation } from './equations.ts';
import { pictureReader, readFigure } from './figures.ts';
import { Flow } from './flow.ts';
import { abstractLines, readFrontMatter } from './front-matter.ts';
import { readHeading } from './headings.ts';
import { readInlineMarkup } from './inline-markup.ts';
import { readList } from './lists.ts';
import { readListing } from './listings.ts';
import { writeLine } from './inline-markdown.ts';
import type { Names } from './inline-tokens.ts';
import { loadPage } from './load-page.ts';
import { readMath } from './math.ts';
import { readNote } from './notes.ts';
import type { Footnote } from './note-labels.ts';
import { PageAddress } from './page-address.ts';
import { behindArticle, rootOf } from './page-root.ts';
import { plainText } from './plain-text.ts';
import { readPublicationNotes } from './publication-notes.ts';
import { Reader } from './reader.ts';
import { toReference, type Reference } from './reference.ts';
import { readTable } from './tables.ts';
import type { Inline, Piece } from './tree.ts';
import { definitionsOf } from './undefined-macros.ts';
import type { Warning } from './warnings.ts';

export interface ParseOptions {
  /** The address of the page after redirects. Without it, images keep the addresses in the page. */
  readonly address?: string;
  /** Returns the address of an image in the Markdown. Default: the image's name. */
  readonly imageLink?: (name: string) => string;
}

export interface Figure {
  /** File name that is unique in the document. */
  readonly name: string;
  /**
   * Address from which the image can be fetched: an absolute address if the address of the page is known, or a `data:`
   * address. Empty if `svg` is set.
   */
  readonly address: string;
  /** The drawing itself, if the page contains it. Like the page, it is untrusted. */
  readonly svg?: string;
  /** "Figure 3", "Figure 3 (a)". Empty for an image outside figures. */
  readonly label: string;
  /** The captions of the panel and of the figure, with formulas as `$TeX$`. */
  readonly caption: string;
}

export interface FootnoteText {
  readonly label: string;
  readonly blockId: string;
  readonly text: string;
}

export interface LatexmlPaper {
  readonly title: string;
  /** Names, one per person if the page separates them. Empty if names and institutes are one text. */
  readonly authors: readonly string[];
  /** Plain text with formulas as `$TeX$`. Empty if the paper has no abstract. */
  readonly abstract: string;
  readonly blocks: readonly Block[];
  readonly references: readonly Reference[];
  readonly figures: readonly Figure[];
  readonly footnotes: readonly FootnoteText[];
  readonly warnings: readonly Warning[];
}

/**
 * Creates the reader for a page. The order of the structure readers matters for elements with several classes. Readers
 * for rarer structures come first.
 */
function newReader($: CheerioAPI, roots: readonly Element[], address: PageAddress): Reader {
  const reader = new Reader(address, [
    // The reader for formulas must precede the step that skips scripts, because MathJax stores formulas in scripts.
    readMath,
    ignorePageParts,
    readNote,
    readPublicationNotes,
    readEquation,
    readListing,
    readReference,
    readFigure,
    readTable,
    readList,
    pictureReader((element) => $.xml(element)),
    readHeading,
    readFrontMatter,
    readInlineMarkup,
    readContainer,
  ]);
  const elements = roots.flatMap((root) => [...descendants(root)]);
  reader.headingShift = elements.some((element) => hasClass(element, 'ltx_chapter')) ? 1 : 0;
  reader.texInText = !elements.some((element) => element.name === 'math' || hasClass(element, 'ltx_Math'));
  reader.definitions = definitionsOf(elements);
  return reader;
}

function footnotePieces(notes: readonly Footnote[]): Piece[] {
  return notes.map(({ label, pieces }) => ({
    kind: 'footnote',
    label,
    pieces,
    anchors: [],
    sourceId: `footnote-${label}`,
  }));
}

function figuresOf(reader: Reader): Figure[] {
  return reader.images.map(({ float, ...image }) => {
    const captions: string[] = [];
    for (let at = float; at; at = at.parent) captions.push(plainText(at.caption));
    return { ...image, label: float?.label ?? '', caption: captions.filter((caption) => caption !== '').join(' ') };
  });
}

/** Returns the title of the page. The mirror's title begins with the number of the paper. */
function titleOf($: CheerioAPI, reader: Reader): string {
  const title = plainText(reader.title);
  if (title !== '') return title;
  const head = firstDescendant($.root()[0] as never, (element) => element.name === 'title');
  return head ? plainTextOf(head).replace(/^\[[^\]]{1,40}\] /, '') : '';
}

/**
 * Parses a LaTeXML page, or another article in HTML, into blocks.
 *
 * Never throws. Reads malformed HTML like a browser. Keeps content that cannot be converted in the text, and lists it
 * in `warnings`.
 */
export function parsePaper(html: string, options: ParseOptions = {}): LatexmlPaper {
  const $ = loadPage(html);
  const root = rootOf($);
  if (!root) {
    return {
      title: '',
      authors: [],
      abstract: '',
      blocks: [],
      references: [],
      figures: [],
      footnotes: [],
      warnings: [],
    };
  }
  const behind = behindArticle(root);
  const reader = newReader($, [root, ...behind], new PageAddress($.root()[0] as never, options.address));
  const flow = new Flow();
  reader.read([...root.children, ...behind], flow);
  const notes = reader.notes.list();
  const pieces = [...flow.finish(), ...footnotePieces(notes)];
  const anchors = new Set(pieces.flatMap(anchorsOf));
  const names: Names = {
    hasAnchor: (name) => anchors.has(name),
    hasNote: (label) => reader.notes.has(label),
    imageLink: options.imageLink ?? ((name) => name),
  };
  const blocks = toBlocks(pieces, names);
  const line = (content: readonly Inline[]): string => writeLine(content, { place: 'paragraph', names });
  return {
    title: titleOf($, reader),
    authors: reader.authors,
    abstract: plainText(abstractLines(reader)),
    blocks,
    references: reader.references.map((found) => toReference(found, line(found.content))),
    figures: figuresOf(reader),
    footnotes: notes.map(({ label }, at) => {
      const block = blocks[blocks.length - notes.length + at];
      return { label, blockId: block?.id ?? '', text: block?.text ?? '' };
    }),
    warnings: reader.warnings.list(),
  };
}
