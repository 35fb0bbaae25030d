import type { Element } from 'domhandler';
import { descendants, hasClass, plainTextOf, rawText } from './dom.ts';
import { takeChemicalFormula } from './chemistry.ts';
import { CUSTOMARY, customaryWords } from './customary-macros.ts';
import { collectDefinitions, expandMacros, withoutDefinitions, type Definitions } from './macro-definitions.ts';

const COMMAND = /^\\[a-zA-Z@]+\*?$/;
/** An environment by its name: what it contains follows as text. */
const ENVIRONMENT = /^\{[a-zA-Z@]+\*?\}$/;

/** Parts of a page in which commands only arrange what is there: an author's name, a keyword, a title of a reference. */
const ARRANGED = [
  'ltx_bibitem',
  'ltx_bibliography',
  'ltx_authors',
  'ltx_creator',
  'ltx_contact',
  'ltx_keywords',
  'ltx_classification',
  'ltx_title_document',
];

/** Commands of classes and packages of astronomers that print nothing themselves, wherever they stand. */
const SILENT: ReadonlySet<string> = new Set(
  `startlongtable listofchanges linenumbers nolinenumbers clearpage newpage pagebreak nopagebreak balance allowdisplaybreaks
   keywords uat orcid orcidlink orcidlinkf collaboration correspondingauthor email altaffiliation altaffilmark facility
   facilities software received revised accepted published submitjournal reportnum watermark setwatermarkfontsize shorttitle
   shortauthors turnoffedit ion object objectname dataset doi bibinfo bibnamedelima urlprefix urldate ce ch be ee bea eea
   beq eeq qty qtyrange qtylist unit`
    .trim()
    .split(/\s+/)
    .map((name) => `\\${name}`),
);

/** How a macro that the converter did not know is read. */
type MacroReading =
  | { readonly kind: 'math'; readonly tex: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal' };

/** Collects the definitions in the TeX of a page's formulas. */
export function definitionsOf(elements: readonly Element[]): Definitions {
  return collectDefinitions(
    elements.map((element) => (element.name === 'math' ? (element.attribs['alttext'] ?? '') : '')),
  );
}

/**
 * Reads a macro or environment that the converter did not know: by its definition in the page, by its customary
 * meaning, or not at all where it only arranges text. Elsewhere its name says more than nothing.
 */
export function readUndefined(element: Element, definitions: Definitions): MacroReading {
  const literal = plainTextOf(element);
  if (ENVIRONMENT.test(literal)) return { kind: 'nothing' };
  if (!COMMAND.test(literal)) return { kind: 'literal' };
  const known = meaningOf(literal, element, definitions);
  if (known !== undefined) return known;
  const isSilent = SILENT.has(literal) || INTERNAL.test(literal) || isArranged(element) || isAlone(element);
  return { kind: isSilent ? 'nothing' : 'literal' };
}

function meaningOf(name: string, element: Element, definitions: Definitions): MacroReading | undefined {
  const own = definitions.get(name);
  if (own?.parameters === 0) return { kind: 'math', tex: own.body };
  const chemical = CHEMISTRY.has(name) ? takeChemicalFormula(element) : undefined;
  if (chemical !== undefined) return { kind: 'math', tex: `\\ce{${chemical}}` };
  const words = customaryWords(name);
  if (words !== undefined) return { kind: 'text', text: words };
  const usual = CUSTOMARY.get(name);
  return usual?.parameters === 0 && usual.body !== '' ? { kind: 'math', tex: usual.body } : undefined;
}

/** Of mhchem and chemformula, for which LaTeXML has no definitions. */
const CHEMISTRY: ReadonlySet<string> = new Set(['\\ce', '\\ch']);
/** Names of the inside of classes and packages. */
const INTERNAL = /@/;

function isArranged(element: Element): boolean {
  for (let at: unknown = element; at; at = (at as Element).parent) {
    if ('attribs' in (at as Element) && hasClass(at as Element, ...ARRANGED)) return true;
  }
  return false;
}

/** Whether nothing else is in its paragraph: a command such as `\\startlongtable` prints nothing. */
function isAlone(element: Element): boolean {
  const { parent } = element;
  return parent !== null && plainTextOf(parent) === plainTextOf(element);
}

/** Names of macros that the converter marked as unknown within a formula. */
export function undefinedIn(math: Element): string[] {
  return [...descendants(math)]
    .filter((element) => element.name === 'merror' || hasClass(element, 'ltx_ERROR'))
    .map((element) => rawText(element).trim());
}

/**
 * The formula with its own definitions applied, and those of the page, or else the customary ones, to the macros that the
 * converter did not know.
 */
export function applyDefinitions(tex: string, unknown: readonly string[], definitions: Definitions): string {
  const own = withoutDefinitions(tex);
  return expandMacros(expandMacros(own.tex, [...unknown, ...own.names], definitions), unknown, CUSTOMARY);
}

/** cleveref's are called `\\lx@cref` by LaTeXML, with what they print before their labels. */
const CROSS_REFERENCE = /\\(?:(?:ref|eqref|autoref|[cC]ref|pageref)\*?|lx@cref\s*\{[^{}]*\})\s*\{([^{}]*)\}/g;

/**
 * Replaces the cross-references of a formula by what they print, as links: LaTeX's labels are unknown outside the
 * source, but MathML has the links themselves, in the same order.
 *
 * @param linkOf the id in the page to which an address leads
 */
export function resolveReferences(tex: string, math: Element, linkOf: (href: string) => string | undefined): string {
  const labels = [...tex.matchAll(CROSS_REFERENCE)].map(([, names = '']) => names.split(',').length);
  if (labels.length === 0) return tex;
  const links = [...descendants(math)].filter((element) => element.attribs['href'] !== undefined);
  if (links.length !== labels.reduce((sum, count) => sum + count, 0)) return tex;
  const written = links.map((link) => writtenLink(link, linkOf(link.attribs['href'] ?? '')));
  let from = 0;
  return tex.replaceAll(CROSS_REFERENCE, (_, names: string) => {
    const own = written.slice(from, from + names.split(',').length);
    from += own.length;
    return own.join(',\\ ');
  });
}

function writtenLink(link: Element, id: string | undefined): string {
  const tags = [...descendants(link)].filter((one) => hasClass(one, 'ltx_ref_tag'));
  // cleveref has one for its word and one for the number.
  const [tag = link] = tags.length === 1 ? tags : [];
  const shown = `\\text{${plainTextOf(tag).replaceAll(/[\\{}$%#&_^~]/g, '')}}`;
  return id === undefined ? shown : `\\href{#${id}}{${shown}}`;
}
