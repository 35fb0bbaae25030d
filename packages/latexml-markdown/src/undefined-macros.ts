import type { Element } from 'domhandler';
import { descendants, firstDescendant, hasClass, plainTextOf, rawText } from './dom.ts';
import { collectDefinitions, expandMacros, withoutDefinitions, type Definitions } from './macro-definitions.ts';

const COMMAND = /^\\[a-zA-Z@]+\*?$/;
/** An environment by its name: what it contains follows as text. */
const ENVIRONMENT = /^\{[a-zA-Z@]+\*?\}$/;

/**
 * What astronomers' own macros for quantities and units are usually called. They are printed as what they stand for,
 * because the papers do not say it anywhere else.
 */
const CUSTOMARY: Readonly<Record<string, string>> = {
  '\\teff': 'T_{\\rm eff}',
  '\\Teff': 'T_{\\rm eff}',
  '\\logg': '\\log g',
  '\\feh': '[{\\rm Fe/H}]',
  '\\msun': 'M_{\\odot}',
  '\\Msun': 'M_{\\odot}',
  '\\lsun': 'L_{\\odot}',
  '\\Lsun': 'L_{\\odot}',
  '\\rsun': 'R_{\\odot}',
  '\\Rsun': 'R_{\\odot}',
  '\\zsun': 'Z_{\\odot}',
  '\\Zsun': 'Z_{\\odot}',
  '\\mearth': 'M_{\\oplus}',
  '\\rearth': 'R_{\\oplus}',
  '\\mjup': 'M_{\\rm Jup}',
  '\\rjup': 'R_{\\rm Jup}',
  '\\vsini': 'v\\sin i',
  '\\kms': '\\rm km\\,s^{-1}',
  '\\lcdm': '\\Lambda{\\rm CDM}',
  '\\halpha': '{\\rm H}\\alpha',
  '\\hbeta': '{\\rm H}\\beta',
};

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
   shortauthors turnoffedit ion object objectname dataset doi bibinfo bibnamedelima urlprefix urldate`
    .trim()
    .split(/\s+/)
    .map((name) => `\\${name}`),
);

/** How a macro that the converter did not know is read. */
type MacroReading =
  | { readonly kind: 'math'; readonly tex: string }
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
  const definition = definitions.get(literal);
  const tex = definition?.parameters === 0 ? definition.body : CUSTOMARY[literal];
  if (tex !== undefined) return { kind: 'math', tex };
  return SILENT.has(literal) || isArranged(element) || isAlone(element) ? { kind: 'nothing' } : { kind: 'literal' };
}

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

/** The formula with its own definitions applied, and those of the page to the macros that the converter did not know. */
export function applyDefinitions(tex: string, unknown: readonly string[], definitions: Definitions): string {
  const own = withoutDefinitions(tex);
  return expandMacros(own.tex, [...unknown, ...own.names], definitions);
}

const CROSS_REFERENCE = /\\(?:ref|eqref|autoref|[cC]ref|pageref)\*?\s*\{[^{}]*\}/g;

/**
 * Replaces the cross-references of a formula by what they print, as links: LaTeX's labels are unknown outside the
 * source, but MathML has the links themselves, in the same order.
 *
 * @param linkOf the id in the page to which an address leads
 */
export function resolveReferences(tex: string, math: Element, linkOf: (href: string) => string | undefined): string {
  const commands = tex.match(CROSS_REFERENCE) ?? [];
  if (commands.length === 0) return tex;
  const links = [...descendants(math)].filter((element) => element.attribs['href'] !== undefined);
  if (links.length !== commands.length) return tex;
  let at = 0;
  return tex.replaceAll(CROSS_REFERENCE, () => {
    const link = links[at] as Element;
    at += 1;
    const id = linkOf(link.attribs['href'] ?? '');
    const shown = `\\text{${plainTextOf(firstDescendant(link, (one) => hasClass(one, 'ltx_ref_tag')) ?? link).replaceAll(/[\\{}$%#&_^~]/g, '')}}`;
    return id === undefined ? shown : `\\href{#${id}}{${shown}}`;
  });
}
