import type { Element } from 'domhandler';
import { classAfter, descendants, firstDescendant, hasClass, isElement, rawText } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { BREAK } from './tree.ts';

const isLine = (element: Element): boolean => hasClass(element, 'ltx_listingline');

const isListing = (element: Element): boolean =>
  element.name === 'pre' ||
  hasClass(element, 'ltx_listing', 'ltx_lstlisting', 'ltx_algorithmic') ||
  (hasClass(element, 'ltx_verbatim') && !['span', 'code'].includes(element.name));

const isData = (element: Element): boolean => hasClass(element, 'ltx_listing_data');

/** Normalises text for comparison. Removes blanks, because listings show them as ␣ or omit them. Straightens quotes. */
const squeezed = (value: string): string =>
  value
    .replace(/[\s\u00a0\u2423]+/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');

/** Returns whether the element is a line number. Line numbers do not belong to the program. */
const isLineNumber = (element: Element): boolean => hasClass(element, 'ltx_tag_listingline');

const lineText = (line: Element): string =>
  rawText(line, (element) => isLineNumber(element))
    .replace(/\r?\n/g, '')
    .replace(/\u00a0/g, ' ')
    .trimEnd();

/** Returns whether the link downloads the program. Old versions of the converter do not mark the link as a download. */
const isDownload = (element: Element): boolean =>
  element.name === 'a' && ('download' in element.attribs || (element.attribs['href'] ?? '').startsWith('data:'));

/** Returns the original program. The page offers it as a download next to the listing. */
function dataOf(listing: Element): string | undefined {
  const link = firstDescendant(listing, isDownload);
  const [, encoded] = /^data:text\/plain[^,]*;base64,(.*)$/s.exec(link?.attribs['href'] ?? '') ?? [];
  return encoded === undefined ? undefined : new TextDecoder().decode(Buffer.from(encoded, 'base64'));
}

/**
 * Returns the code of a listing. Ignores the download if the listing shows something else, for example after escapes to
 * LaTeX.
 */
function codeOf(listing: Element, lines: readonly Element[]): string {
  const shown =
    lines.length > 0
      ? lines.map(lineText).join('\n')
      : rawText(listing, (element) => isData(element)).replace(/\u00a0/g, ' ');
  const data = dataOf(listing);
  const code = data !== undefined && squeezed(data) === squeezed(shown) ? data : shown;
  return code
    .trimEnd()
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '');
}

/** Reads an algorithm as lines of text, because a code block cannot contain formulas, links or errors. */
function readLines(lines: readonly Element[], flow: Flow, reader: Reader): void {
  flow.endParagraph();
  lines.forEach((line, index) => {
    if (index > 0) flow.add(BREAK);
    reader.read(line.children, flow);
  });
  flow.endParagraph();
}

const needsMarkup = (element: Element): boolean =>
  element.name === 'math' ||
  element.name === 'img' ||
  hasClass(element, 'ltx_Math', 'ltx_ERROR', 'ltx_note', 'ltx_cite') ||
  (element.name === 'a' && !isDownload(element));

/** Reads program listings, verbatim text and algorithms. */
export const readListing: StructureReader = (element, flow, reader) => {
  if (!isListing(element)) return false;
  const all = [...descendants(element)];
  const lines = all.filter(isLine);
  const caption = all.find((inner) => hasClass(inner, 'ltx_caption') || inner.name === 'figcaption');
  if (caption) reader.read([caption], flow);
  if (all.some(needsMarkup)) {
    if (lines.length > 0) readLines(lines, flow, reader);
    else
      reader.read(
        element.children.filter((child) => child !== caption && !(isElement(child) && isData(child))),
        flow,
      );
    flow.endParagraph();
    return true;
  }
  const text = codeOf(element, lines);
  if (element.name === 'span' && lines.length === 0) {
    if (text.trim() !== '') flow.add({ kind: 'code', text: text.replace(/\s+/g, ' ').trim() });
    return true;
  }
  const language = (classAfter(element, 'ltx_lst_language_') ?? '').toLowerCase().replace(/[^a-z0-9+#-]/g, '');
  flow.within(element.attribs['id'], () => {
    if (text !== '') flow.push({ kind: 'code', language, text });
  });
  return true;
};
