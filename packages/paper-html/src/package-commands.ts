import { command, named, sign, type Command } from './command.ts';
import type { Argument } from './tex-arguments.ts';

/** Writes sets and states that LaTeXML has split at the bars. KaTeX's own commands take a single argument. */
function divided(open: string, close: string): Command {
  return command('m g g', (first, ...others: Argument[]) => {
    const parts = others.filter((part) => part !== undefined);
    if (parts.length === 0) return undefined;
    return `\\left${open}${[first, ...parts].join('\\middle|')}\\right${close}`;
  });
}

/** Writes each index after the previous one (P. G. Ratcliffe, package tensor). */
function indices(tex: string): string {
  return tex.replaceAll(/(\{\})?([_^])(?=\{[^{}]*\}|\\?[a-zA-Z0-9*])/g, '{}$2');
}

const integral = (...signs: string[]) => sign(`\\mathop{${signs.join('')}}`);
const CLOSE = '\\!\\!\\!';

/** A&A's nuclide with charge, nucleons and protons. LaTeXML omits empty arguments. */
const element = command('o o o o m', (...values) => {
  const given = values.slice(0, -1).filter((value) => value !== undefined && value !== '');
  const [nucleons, protons] = given.filter((value) => /^\d+$/.test(value ?? ''));
  const charge = given.find((value) => !/^\d+$/.test(value ?? ''));
  const before = nucleons === undefined ? '' : `{}^{${nucleons}}${protons === undefined ? '' : `_{${protons}}`}`;
  return `${before}${values.at(-1)}${charge === undefined ? '' : `^{${charge}}`}`;
});

/** Matches a command that is valid only in formulas. */
const SIGN =
  /^\s*\\(?:times|cdot|pm|mp|div|sim|approx|leq?|geq?|to|rightarrow|mu|pi|sigma|alpha|beta|gamma|lambda|Omega)\s*$/;

/**
 * Restores the blanks of a reaction, which LaTeXML removes from formulas. They distinguish a plus from a charge and an
 * arrow from a bond.
 */
function spaced(reaction = ''): string {
  return reaction
    .replaceAll(/\+(?=[A-Z\d[\\]|e-)/g, ' + ')
    .replaceAll(/(?:<=?-?|-)>|<-/g, ' $&')
    .replaceAll(/ {2,}/g, ' ');
}

/** Package commands whose arguments KaTeX's macros cannot describe. */
export const PACKAGE_COMMANDS: Readonly<Record<string, Command>> = {
  // D. Arseneau, braket.
  ...named('Set set', divided('\\{', '\\}')),
  ...named('Braket braket', divided('\\langle ', '\\rangle ')),
  // P. G. Ratcliffe, tensor.
  ...named(
    'tensor',
    command('s m m', (_, of, marks = '') => `${of}${indices(marks)}`),
  ),
  ...named(
    'indices',
    command('s m', (_, marks = '') => indices(marks)),
  ),
  // A&A's class, under the name that LaTeXML gives the command.
  ...named('@element element', element),
  // AMS, amsmath.
  ...named(
    'sideset',
    command('m m m', (before, after, of) => `\\mathop{${before}${of}\\nolimits${after}}\\limits`),
  ),
  ...named(
    'overunderset',
    command('m m m', (above, below, of) => `\\overset{${above}}{\\underset{${below}}{${of}}}`),
  ),
  ...named(
    'leftroot uproot',
    command('m', () => ''),
  ),
  ...named(
    'shoveleft shoveright',
    command('m', (line) => line),
  ),
  ...named('iiiint', integral('\\int', CLOSE, '\\int', CLOSE, '\\int', CLOSE, '\\int')),
  ...named('idotsint', integral('\\int\\!\\cdots\\!\\int')),
  // M. Høgholm and others, mathtools.
  ...named(
    'prescript',
    command('m m m', (above, below, of) => `{}^{${above}}_{${below}}${of}`),
  ),
  ...named(
    'smashoperator',
    command('o m', (_, of) => of),
  ),
  ...named('adjustlimits', sign('')),
  ...named(
    'cramped',
    command('o m', (_, of) => `{${of}}`),
  ),
  ...named(
    'mathmakebox',
    command('o o m', (_, __, of) => `{${of}}`),
  ),
  // D. Arseneau, cancel.
  ...named(
    'cancelto',
    command('m m', (value, of) => `\\cancel{${of}}^{${value}}`),
  ),
  // S. B. Segletes, scalerel, and D. Carlisle, graphicx. The size is dropped, because it only fits the formula to the
  // printed page.
  ...named(
    'scaleto stretchto',
    command('o m m', (_, of) => `{${of}}`),
  ),
  ...named(
    'scaleobj',
    command('m m', (_, of) => `{${of}}`),
  ),
  ...named(
    'scalebox rotatebox',
    command('o m o m', (...values) => `\\text{${values[3]}}`),
  ),
  ...named(
    'resizebox',
    command('s m m m', (...values) => `\\text{${values[3]}}`),
  ),
  ...named(
    'makebox',
    command('o o m', (_, __, words) => `\\text{${words}}`),
  ),
  ...named(
    'framebox',
    command('o o m', (_, __, words) => `\\fbox{${words}}`),
  ),
  // H. Rein, leftidx; D. Cassell, faktor; L. Madsen, nccmath.
  ...named(
    'leftidx',
    command('m m m', (before, of, after) => `{}${before}${of}${after}`),
  ),
  ...named(
    'faktor',
    command('m m', (whole, part) => `{${whole}}/{${part}}`),
  ),
  ...named(
    'medmath',
    command('m', (of) => `{${of}}`),
  ),
  // H. Harders, numprint.
  ...named(
    'np numprint',
    command('o m', (unit, number) => `{${number}}${unit === undefined ? '' : `\\,\\mathrm{${unit}}`}`),
  ),
  // J. Wright, siunitx. LaTeXML writes its signs as text.
  ...named(
    'text',
    command('m', (words = '') => (SIGN.test(words) ? `{${words}}` : undefined)),
  ),
  // M. Hensel, mhchem.
  ...named(
    'ce',
    command('m', (reaction) => `\\ce{${spaced(reaction)}}`),
  ),
  // J. Bezos, accents.
  ...named(
    'underaccent',
    command('m m', (accent, of) => `\\underset{${accent}{}}{${of}}`),
  ),
  // E. Oessert, esint.
  ...named('varoiint oiintctrclockwise oiintclockwise', sign('\\oiint')),
  ...named('fint', integral('{-}\\mkern-14mu\\int')),
};
