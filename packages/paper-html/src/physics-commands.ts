import { command, named, sign, type Command } from './command.ts';
import type { Argument } from './tex-arguments.ts';

const fence = (open: string, close: string) => command('s m', (_, content) => `\\left${open}${content}\\right${close}`);
const pair = (open: string, close: string) => command('s m m', (_, a, b) => `\\left${open}${a},${b}\\right${close}`);
const matrix = (environment: string) =>
  command('m', (rows = '') => `\\begin{${environment}}${withoutEnvironment(rows)}\\end{${environment}}`);
/** Writes a small matrix with brackets, which KaTeX lacks. */
const small = (open: string, close: string) =>
  command('m', (rows) => `\\left${open}\\begin{smallmatrix}${rows}\\end{smallmatrix}\\right${close}`);
/** A second group shows that this is siunitx's `\qty`, which has a unit. */
const bracketed = command('s d g', (_, content = '', unit) => (unit === undefined ? stretched(content) : undefined));

/** Removes an environment that LaTeXML has already added around the rows. */
function withoutEnvironment(rows: string): string {
  return /^\s*\\begin\{(\w+)\}([^]*)\\end\{\1\}\s*$/.exec(rows)?.[2] ?? rows;
}

/** Writes content in brackets that grow with the content. */
function stretched(content: string): string {
  // `\{` has two letters.
  const length = content.startsWith('\\') ? 2 : 1;
  return `\\left${content.slice(0, length)}${content.slice(length, -length)}\\right${content.slice(-length)}`;
}

/** Writes a small matrix in any kind of brackets. */
function smallMatrixIn(content: string): string {
  const length = content.startsWith('\\') ? 2 : 1;
  const rows = withoutEnvironment(content.slice(length, -length));
  return `\\left${content.slice(0, length)}\\begin{smallmatrix}${rows}\\end{smallmatrix}\\right${content.slice(-length)}`;
}

const ENVIRONMENTS: Readonly<Record<string, string>> = { '(': 'pmatrix', '[': 'bmatrix', '|': 'vmatrix' };

/** Writes the rows of a matrix in its brackets. */
function matrixIn(content: string): string {
  const environment = ENVIRONMENTS[content[0] ?? ''];
  const rows = content.startsWith('\\') ? content.slice(2, -2) : content.slice(1, -1);
  return `\\begin{${environment ?? 'matrix'}}${rows}\\end{${environment ?? 'matrix'}}`;
}

/** Returns a derivative of an order: without a function, with a function, or by a second variable. */
function derivative(sign: string, hasTwo: boolean): Command {
  return command('s o m g g', (star, order, first, second, third) => {
    const [above, by] = second === undefined ? ['', first] : [first, second];
    const power = order === undefined ? '' : `^{${order}}`;
    if (hasTwo && third !== undefined) return fraction(star, `${sign}^{2}${above}`, `${sign}${by}\\,${sign}${third}`);
    const below = `${sign}${by}${power}`;
    return fraction(star, `${sign}${power}${above}`, below) + (third === undefined ? '' : `{${third}}`);
  });
}

function fraction(star: Argument, above: string, below: string): string {
  return star === undefined ? `\\frac{${above}}{${below}}` : `{${above}}/{${below}}`;
}

const differential = (sign: string) => command('o', (order) => (order === undefined ? sign : `${sign}^{${order}}`));
const operator = (name: string) => sign(`\\operatorname{${name}}`);

const innerProduct = command('s m g', (_, a, b = a) => `\\left\\langle ${a}\\middle|${b}\\right\\rangle`);
const outerProduct = command('s m g', (_, a, b = a) => `\\left|${a}\\right\\rangle\\!\\left\\langle ${b}\\right|`);
const expectation = command('s m g', (_, a, state) =>
  state === undefined
    ? `\\left\\langle ${a}\\right\\rangle`
    : `\\left\\langle ${state}\\middle|${a}\\middle|${state}\\right\\rangle`,
);
const matrixElement = command(
  's m m m',
  (_, a, of, b) => `\\left\\langle ${a}\\middle|${of}\\middle|${b}\\right\\rangle`,
);

/** Functions that neither LaTeX nor KaTeX has. */
const FUNCTIONS =
  'sech csch asin acos atan acsc asec acot arccsc arcsec arccot asinh acosh atanh rank erf erfc Res tr Tr trace:tr Trace:Tr';

/** LaTeX functions to which the package adds a power. */
const POWERS = 'sin cos tan csc sec cot sinh cosh tanh coth arcsin arccos arctan exp log ln';

/**
 * Commands of the physics package (S. de la Barrera, manual of version 1.3), under LaTeXML's names and the names that
 * authors write. Very short names are omitted, because they may be an author's own macros.
 */
export const PHYSICS_COMMANDS: Readonly<Record<string, Command>> = {
  ...named('quantity qty', bracketed),
  ...named('pqty', fence('(', ')')),
  ...named('bqty', fence('[', ']')),
  ...named('Bqty', fence('\\{', '\\}')),
  ...named('vqty absolutevalue abs', fence('|', '|')),
  ...named('norm', fence('\\|', '\\|')),
  ...named(
    'order',
    command('s m', (_, content) => `\\mathcal{O}\\left(${content}\\right)`),
  ),
  ...named(
    'evaluated eval',
    command('m', (content) => `\\left.${content}\\right|`),
  ),
  ...named('commutator comm', pair('[', ']')),
  ...named('anticommutator acommutator acomm poissonbracket', pair('\\{', '\\}')),
  ...named(
    'vectorbold vb',
    command('s m', (star, of) => `\\${star ? 'boldsymbol' : 'mathbf'}{${of}}`),
  ),
  ...named(
    'vectorarrow va',
    command('s m', (star, of) => `\\vec{\\${star ? 'boldsymbol' : 'mathbf'}{${of}}}`),
  ),
  ...named(
    'vectorunit vu',
    command('s m', (star, of) => `\\hat{\\${star ? 'boldsymbol' : 'mathbf'}{${of}}}`),
  ),
  ...named('dotproduct vdot', sign('\\cdot')),
  ...named('crossproduct cross', sign('\\times')),
  ...named('gradient grad', sign('\\nabla')),
  ...named('divergence', sign('\\nabla\\cdot')),
  ...named('curl', sign('\\nabla\\times')),
  ...named('laplacian', sign('\\nabla^{2}')),
  ...Object.fromEntries(
    FUNCTIONS.split(' ').map((name) => {
      const [own = '', shown = own] = name.split(':');
      return [`\\${own}`, operator(shown)];
    }),
  ),
  ...named('principalvalue', sign('\\mathcal{P}')),
  ...named('PV', operator('P.V.')),
  ...named('imaginary', sign('\\Im')),
  ...named(
    'qqtext qq',
    command('s m', (star, text) => `${star ? '' : '\\quad'}\\text{${text}}\\quad`),
  ),
  ...named('qcomma qc', sign(',\\quad')),
  ...named(
    'flatfrac ifrac',
    command('m m', (a, b) => `{${a}}/{${b}}`),
  ),
  ...named('differential dd', differential('\\mathrm{d}')),
  ...named('variation', differential('\\delta')),
  ...named('derivative dv', derivative('\\mathrm{d}', false)),
  ...named('partialderivative pderivative pdv', derivative('\\partial ', true)),
  ...named('functionalderivative fderivative fdv', derivative('\\delta ', false)),
  ...named('innerproduct', innerProduct),
  ...named('outerproduct dyad ketbra', outerProduct),
  ...named('expectationvalue expval', expectation),
  ...named('matrixelement matrixel mel', matrixElement),
  ...named(
    'matrixquantity mqty',
    command('s d', (_, content = '') => matrixIn(content)),
  ),
  ...named(
    'smallmatrixquantity smqty',
    command('s d', (_, content = '') => smallMatrixIn(content)),
  ),
  // A function's power is in square brackets before its argument.
  ...Object.fromEntries(
    POWERS.split(' ').map((name) => [
      `\\${name}`,
      command('o d', (power, content = '') =>
        power === undefined ? undefined : `\\${name}^{${power}}${stretched(content)}`,
      ),
    ]),
  ),
  ...named('pmqty Pmqty', matrix('pmatrix')),
  ...named('bmqty', matrix('bmatrix')),
  ...named('vmqty matrixdeterminant mdet', matrix('vmatrix')),
  ...named('spmqty sPmqty', small('(', ')')),
  ...named('sbmqty', small('[', ']')),
  ...named('svmqty smallmatrixdeterminant smdet', small('|', '|')),
};
