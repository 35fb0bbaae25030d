import type { Element } from 'domhandler';
import { hasClass } from './dom.ts';
import type { StructureReader } from './reader.ts';

/** Parts of the page that do not belong to the paper: navigation, banners, site tools, hidden data. */
const PAGE_PARTS =
  `ltx_page_navbar ltx_page_header ltx_page_footer ltx_page_logo ltx_TOC ltx_toclist ltx_pagination ltx_rdf
  ltx_listing_data ltx_author_before ltx_author_after ltx_phantom package-alerts html-header-message
  keyboard-glossary desktop_header mob_header ar5iv-footer ar5iv-logos sr-only infobar submit-comment-btn modal`.split(
    /\s+/,
  );

const PAGE_PART_IDS = new Set(['target-section', 'watermark-tr', 'license-tr', 'openForm', 'feedback-form']);

const PAGE_TAGS = new Set(
  'nav script style button form input select textarea iframe noscript template head link meta dialog'.split(' '),
);

/** Returns whether an element exists only for layout, or is shown only after a click. */
const isHidden = (element: Element): boolean =>
  'hidden' in element.attribs || /(?:display:\s*none|visibility:\s*hidden)/i.test(element.attribs['style'] ?? '');

export const ignorePageParts: StructureReader = (element) =>
  PAGE_TAGS.has(element.name) ||
  hasClass(element, ...PAGE_PARTS) ||
  PAGE_PART_IDS.has(element.attribs['id'] ?? '') ||
  isHidden(element);

const BLOCK_TAGS = new Set(
  'p div section article main header footer aside address blockquote details summary body center hr'.split(' '),
);

const isBlock = (element: Element): boolean =>
  BLOCK_TAGS.has(element.name) || hasClass(element, 'ltx_p', 'ltx_para', 'ltx_block');

const isQuote = (element: Element): boolean => element.name === 'blockquote' || hasClass(element, 'ltx_quote');

/** Returns whether an element is a theorem or a similar statement. The end of a statement also ends a run-in title. */
const isStatement = (element: Element): boolean =>
  hasClass(element, 'ltx_theorem', 'ltx_proof', 'ltx_keywords', 'ltx_classification', 'ltx_dates', 'ltx_subtitle');

/** Returns the element's id. Returns undefined for a paragraph, because its id differs between versions of LaTeXML. */
const nameOf = (element: Element): string | undefined =>
  element.name === 'p' || hasClass(element, 'ltx_p') ? undefined : element.attribs['id'];

/** Reads paragraphs, sections and all other blocks without a special reader. */
export const readContainer: StructureReader = (element, flow, reader) => {
  if (!isBlock(element)) return false;
  flow.endParagraph();
  if (isQuote(element)) {
    const pieces = reader.pieces(element.children, (id) => flow.anchor(id));
    if (pieces.length > 0) flow.within(nameOf(element), () => flow.push({ kind: 'quote', pieces }));
    return true;
  }
  const ends = isStatement(element);
  if (ends) flow.endRunIn();
  flow.within(nameOf(element), () => {
    reader.read(element.children, flow);
    if (ends) flow.endRunIn();
    else flow.endParagraph();
  });
  return true;
};
