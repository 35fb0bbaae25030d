import { command, named, sign, type Command } from './command.ts';

const environment = (name: string) => command('m', (rows) => `\\begin{${name}}${rows}\\end{${name}}`);

/** A TeX length that KaTeX accepts. */
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

/** Writes a box of zero width, which overlaps adjacent text. */
const overlapping = command('w m', (width = '', content = '') => {
  if (!NO_WIDTH.test(width.replaceAll(/\s/g, ''))) return undefined;
  const text = content.replaceAll(SPRING, '');
  return `\\${/^\s*\\hss/.test(content) ? 'llap' : 'rlap'}{\\text{${text}}}`;
});

/** Infix commands of binomials by their delimiters. */
const INFIX: Readonly<Record<string, string>> = { '()': '\\choose', '[]': '\\brack', '\\{\\}': '\\brace' };

/**
 * Commands of plain TeX in formulas of older papers (D. E. Knuth, The TeXbook, appendix B; `\raise`, `\lower`, chapter
 * 24).
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
