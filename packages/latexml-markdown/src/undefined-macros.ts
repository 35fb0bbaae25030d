import { type Element, isText } from 'domhandler';
import { CUSTOMARY, customaryWords } from './customary-macros.ts';
import { descendants, hasClass, plainTextOf, rawText } from './dom.ts';
import { isElementSymbol } from './ions.ts';
import { collectDefinitions, expandMacros, withoutDefinitions, type Definitions } from './macro-definitions.ts';

const ATOMS = /[A-Z][a-z]?/g;
/**
 * Matches an atom with its mass number after `^` and its atomic number after `_`. LaTeXML has removed the braces of
 * these scripts.
 */
const ATOM = String.raw`(?:\^\d{1,3})?(?:_\d{1,3})?[([]?[A-Z][a-z]?\d{0,2}(?:[)\]]\d{0,2})?`;
const SPECIES = String.raw`(?:e-|(?:\d{1,2} ?)?(?:${ATOM}){1,20}(?:\^\d{0,2}[+-]|[+-])?)(?![A-Za-z\d_^])`;
/** Matches a species or a reaction. Old text fonts turn `->` into `-¿`. */
const FORMULA = new RegExp(String.raw`^${SPECIES}(?: (?:\+|<?-[>¿]|=) ?${SPECIES}){0,20}`);

const COMMAND = /^\\[a-zA-Z@]+\*?$/;
/** The name of an environment. The content of the environment follows as text. */
const ENVIRONMENT = /^\{[a-zA-Z@]+\*?\}$/;

/** Parts of a page in which commands only affect the layout: an author's name, a keyword, the title of a reference. */
const ARRANGED = `ltx_bibitem ltx_bibliography ltx_authors ltx_creator ltx_contact ltx_keywords ltx_classification
  ltx_title_document`.split(/\s+/);

/** Commands of astronomy classes and packages that never print anything. */
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

/** The result of reading a macro that is unknown to the converter. */
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
 * Reads a macro or environment that is unknown to the converter. Uses its definition in the page, or its customary
 * meaning. Omits a macro that only affects the layout. Keeps the name of every other macro, so that readers see that
 * something is missing.
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

/** Macros of mhchem and chemformula, which LaTeXML does not define. */
const CHEMISTRY: ReadonlySet<string> = new Set(['\\ce', '\\ch']);
/** Internal names of classes and packages. */
const INTERNAL = /@/;

function isArranged(element: Element): boolean {
  for (let at: unknown = element; at; at = (at as Element).parent) {
    if ('attribs' in (at as Element) && hasClass(at as Element, ...ARRANGED)) return true;
  }
  return false;
}

/**
 * Returns whether the macro is the only content of its paragraph. A command there, such as `\startlongtable`, prints
 * nothing.
 */
function isAlone(element: Element): boolean {
  const { parent } = element;
  return parent !== null && plainTextOf(parent) === plainTextOf(element);
}

/** Returns the macros in a formula that the converter marked as unknown. */
export function undefinedIn(math: Element): string[] {
  return [...descendants(math)]
    .filter((element) => element.name === 'merror' || hasClass(element, 'ltx_ERROR'))
    .map((element) => rawText(element).trim());
}

/**
 * Applies the formula's own definitions. For unknown macros, applies the definitions of the page or customary
 * definitions.
 */
export function applyDefinitions(tex: string, unknown: readonly string[], definitions: Definitions): string {
  const own = withoutDefinitions(tex);
  return expandMacros(expandMacros(own.tex, [...unknown, ...own.names], definitions), unknown, CUSTOMARY);
}

/**
 * Matches a cross-reference. LaTeXML writes cleveref's commands as `\lx@cref`, with the printed text before the labels.
 */
const CROSS_REFERENCE = /\\(?:(?:ref|eqref|autoref|[cC]ref|pageref)\*?|lx@cref\s*\{[^{}]*\})\s*\{([^{}]*)\}/g;

/**
 * Replaces the cross-references in a formula by their printed text, as links. LaTeX's labels are unknown outside the
 * source. But MathML contains the links in the same order.
 *
 * @param linkOf returns the id in the page for an address
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
  // cleveref has one tag for the word and one tag for the number.
  const [tag = link] = tags.length === 1 ? tags : [];
  const shown = `\\text{${plainTextOf(tag).replaceAll(/[\\{}$%#&_^~]/g, '')}}`;
  return id === undefined ? shown : `\\href{#${id}}{${shown}}`;
}

/**
 * Removes the chemical formula after an unknown mhchem macro from the text. LaTeXML wrote the formula there without
 * subscripts: `H2O` and `HCO+`.
 *
 * @returns the formula as the macro's argument, or undefined if no formula follows
 */
function takeChemicalFormula(macro: Element): string | undefined {
  const { next } = macro;
  const found = next && isText(next) ? FORMULA.exec(next.data.replaceAll('\u00a0', ' '))?.[0] : undefined;
  if (!next || !isText(next) || found === undefined) return undefined;
  if (!(found.match(ATOMS) ?? []).every(isElementSymbol)) return undefined;
  next.data = next.data.slice(found.length);
  return found.replaceAll('¿', '>');
}
