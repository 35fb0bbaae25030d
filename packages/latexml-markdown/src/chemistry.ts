import { isText, type Element } from 'domhandler';
import { isElementSymbol } from './ions.ts';

const ATOMS = /[A-Z][a-z]?/g;
/** Matches nucleons, protons and charge after `^` and `_`. LaTeXML has removed the braces. */
const ATOM = String.raw`(?:\^\d{1,3})?(?:_\d{1,3})?[([]?[A-Z][a-z]?\d{0,2}(?:[)\]]\d{0,2})?`;
const SPECIES = String.raw`(?:e-|(?:\d{1,2} ?)?(?:${ATOM}){1,20}(?:\^\d{0,2}[+-]|[+-])?)(?![A-Za-z\d_^])`;
/** Matches a species or a reaction. Old text fonts turn `->` into `-¿`. */
const FORMULA = new RegExp(String.raw`^${SPECIES}(?: (?:\+|<?-[>¿]|=) ?${SPECIES}){0,20}`);

/**
 * Removes the chemical formula after an unknown mhchem macro from the text. LaTeXML wrote the formula there without
 * subscripts: `H2O` and `HCO+`.
 *
 * @returns the formula as the macro's argument, or undefined if no formula follows
 */
export function takeChemicalFormula(macro: Element): string | undefined {
  const { next } = macro;
  const found = next && isText(next) ? FORMULA.exec(next.data.replaceAll('\u00a0', ' '))?.[0] : undefined;
  if (!next || !isText(next) || found === undefined) return undefined;
  if (!(found.match(ATOMS) ?? []).every(isElementSymbol)) return undefined;
  next.data = next.data.slice(found.length);
  return found.replaceAll('¿', '>');
}
