import { isText, type Element } from 'domhandler';
import { classesOf, descendants, hasClass, plainTextOf, rawText } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { BREAK, type Style } from './tree.ts';
import { separateIon } from './ions.ts';
import { readUndefined } from './undefined-macros.ts';

const STYLE_OF_TAG: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    b: 'strong',
    strong: 'strong',
    i: 'emphasis',
    em: 'emphasis',
    sup: 'superscript',
    sub: 'subscript',
  }),
);

const STYLE_OF_CLASS: readonly (readonly [string, Style])[] = [
  ['ltx_font_bold', 'strong'],
  ['ltx_font_italic', 'emphasis'],
  ['ltx_font_oblique', 'emphasis'],
  ['ltx_emph', 'emphasis'],
  ['ltx_sup', 'superscript'],
  ['ltx_sub', 'subscript'],
];

/** Reads a link within the page or to another page. Keeps only the text of a dangling link. */
function readLink(element: Element, flow: Flow, reader: Reader): void {
  const href = element.attribs['href'];
  const inner = (): void => reader.read(element.children, flow);
  if (href === undefined || hasClass(element, 'ltx_orcid', 'orcid')) {
    inner();
    return;
  }
  const target = reader.page.linkTarget(href);
  if (target.kind === 'outside') {
    flow.link(target.address, inner);
  } else if (target.kind === 'inside') {
    flow.link(`#${target.id}`, inner);
  } else {
    if (target.kind === 'dangling') reader.warnings.add('dangling_link', target.id);
    else reader.warnings.add('unsafe_link', href.slice(0, 60));
    inner();
  }
}

/** Reads unknown macros if their meaning is known. Keeps other errors literally. */
function readError(element: Element, flow: Flow, reader: Reader): void {
  const literal = plainTextOf(element);
  if (literal === '') return;
  const isUndefined = hasClass(element, 'undefined');
  reader.warnings.add(isUndefined ? 'undefined_macro' : 'conversion_error', literal);
  const reading = isUndefined ? readUndefined(element, reader.definitions) : { kind: 'literal' as const };
  if (literal === '\\ion') separateIon(element);
  if (reading.kind === 'nothing') return;
  flow.add(reading.kind === 'literal' ? { kind: 'code', text: literal } : reading);
  if (reading.kind !== 'literal' && WORD.test(rawTextAfter(element))) flow.text(' ');
}

/**
 * Matches the start of a word. TeX drops the blank after a command, and authors' macros restore it. A single s is a
 * plural.
 */
const WORD = /^(?!s(?![a-z]))[a-z]/i;

function rawTextAfter({ next }: Element): string {
  return next && isText(next) ? next.data : '';
}

const isTypewriter = (element: Element): boolean =>
  element.name === 'code' ||
  element.name === 'tt' ||
  element.name === 'kbd' ||
  hasClass(element, 'ltx_font_typewriter', 'ltx_verbatim', 'ltx_lstinline');

/** Returns whether the element contains only text and plain spans. */
function isOnlyText(element: Element): boolean {
  for (const inner of descendants(element)) {
    const isPlain =
      inner.name === 'span' && !hasClass(inner, 'ltx_note', 'ltx_ERROR', 'ltx_p', 'ltx_tabular', 'ltx_tr');
    if (!isPlain) return false;
  }
  return true;
}

/** Reads typewriter text as code if it contains only text. Code cannot contain formulas or links. */
function readTypewriter(element: Element, flow: Flow): boolean {
  const literal = rawText(element);
  if (literal.trim() === '' || !isOnlyText(element)) return false;
  if (literal.trimStart() !== literal) flow.text(' ');
  flow.add({ kind: 'code', text: literal.trim().replace(/[\s\u00a0]+/g, ' ') });
  if (literal.trimEnd() !== literal) flow.text(' ');
  return true;
}

function styleOf(element: Element): Style | undefined {
  const classes = classesOf(element);
  // Upright text within italics ends the italic style. The text is kept.
  if (classes.has('ltx_font_upright') || classes.has('ltx_font_medium')) return undefined;
  return STYLE_OF_CLASS.find(([name]) => classes.has(name))?.[1] ?? STYLE_OF_TAG.get(element.name);
}

export const readInlineMarkup: StructureReader = (element, flow, reader) => {
  if (element.name === 'br') {
    flow.add(BREAK);
    return true;
  }
  if (hasClass(element, 'ltx_ERROR')) {
    readError(element, flow, reader);
    return true;
  }
  if (element.name === 'a') {
    readLink(element, flow, reader);
    return true;
  }
  if (isTypewriter(element) && readTypewriter(element, flow)) return true;
  const style = ['span', 'b', 'strong', 'i', 'em', 'sup', 'sub'].includes(element.name) ? styleOf(element) : undefined;
  if (style === undefined) return false;
  flow.styled(style, () => reader.read(element.children, flow));
  return true;
};
