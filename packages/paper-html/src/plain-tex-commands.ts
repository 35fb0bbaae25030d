import { command, named, sign, type Command } from './command.ts';

const environment = (name: string) => command('m', (rows) => `\\begin{${name}}${rows}\\end{${name}}`);

/** A length of TeX, as KaTeX knows it. */
const LENGTH = /^=?([+-]?)(\d+(?:\.\d*)?|\.\d+)(pt|ex|em|mu|cm|mm|in|bp|pc|dd|cc)$/;

function raised(sign: '' | '-'): Command {
  return command('u\\hbox m', (length = '', content = '') => {
    const [, own, number, unit] = LENGTH.exec(length.replaceAll(/\s/g, '')) ?? [];
    if (unit === undefined) return undefined;
    return `\\raisebox{${(own === '-') === (sign === '-') ? '' : '-'}${number}${unit}}{${content}}`;
  });
}

const NO_WIDTH = /^to0(?:\.0*)?(?:pt|em|ex)$/;
const SPRING = /\\(?:hss|hfil+|hskip\s*0pt\s*plus[^\\]*)/g;

/** A box of no width prints over what is beside it. */
const overlapping = command('w m', (width = '', content = '') => {
  if (!NO_WIDTH.test(width.replaceAll(/\s/g, ''))) return undefined;
  const text = content.replaceAll(SPRING, '');
  return `\\${/^\s*\\hss/.test(content) ? 'llap' : 'rlap'}{\\text{${text}}}`;
});

/** Infix commands of binomials by their delimiters. */
const INFIX: Readonly<Record<string, string>> = { '()': '\\choose', '[]': '\\brack', '\\{\\}': '\\brace' };

/**
 * Commands of plain TeX that formulas of older papers have (D. E. Knuth, The TeXbook, appendix B; `\raise`, `\lower`, chapter 24).
 */
export const PLAIN_TEX_COMMANDS: Readonly<Record<string, Command>> = {
  ...named('cases', environment('cases')),
  ...named('matrix', environment('matrix')),
  ...named('bordermatrix', environment('matrix')),
  ...named('pmatrix', environment('pmatrix')),
  ...named('eqalign eqalignno', environment('aligned')),
  ...named(
    'buildrel',
    command('u\\over m', (above, sign) => `\\overset{${above}}{${sign}}`),
  ),
  ...named(
    'root',
    command('u\\of m', (degree = '', of) => `\\sqrt[${degree.trim()}]{${of}}`),
  ),
  ...named('raise', raised('')),
  ...named('lower', raised('-')),
  ...named('hbox', overlapping),
  ...named(
    'atopwithdelims',
    command('m m', (open, close) => INFIX[`${open}${close}`]),
  ),
  ...named('relbar', sign('\\mathrel{-}')),
  ...named('Relbar', sign('\\mathrel{=}')),
  ...named('joinrel', sign('\\mathrel{\\mkern-3mu}')),
};
