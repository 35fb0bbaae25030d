export type FormulaTree =
  /** A sign by its TeX name without the backslash, or an ASCII letter, digit or sign. */
  | { readonly kind: 'sign'; readonly name: string }
  /** The name of an operator, a unit or a word, in roman. */
  | { readonly kind: 'word'; readonly text: string }
  /** Words of the text, with spaces. */
  | { readonly kind: 'text'; readonly text: string }
  /** A space in addition to the space between the classes of its neighbours. */
  | { readonly kind: 'space'; readonly name: Space }
  | { readonly kind: 'row'; readonly items: readonly FormulaTree[] }
  | {
      readonly kind: 'fraction';
      readonly over: FormulaTree;
      readonly under: FormulaTree;
      /** The style if it differs from the surrounding style: `\dfrac` or `\tfrac`. */
      readonly style?: 'display' | 'text' | undefined;
    }
  /** A part in display style where TeX would make it smaller: `\displaystyle`. */
  | { readonly kind: 'displayed'; readonly of: FormulaTree }
  | { readonly kind: 'binomial'; readonly over: FormulaTree; readonly under: FormulaTree }
  | { readonly kind: 'root'; readonly of: FormulaTree; readonly degree?: FormulaTree | undefined }
  | { readonly kind: 'accent'; readonly name: Accent; readonly of: FormulaTree }
  | {
      readonly kind: 'scripts';
      readonly base: FormulaTree;
      readonly sub?: FormulaTree | undefined;
      readonly sup?: FormulaTree | undefined;
    }
  /** A note above or below something, as in `\overset` and `\underset`. */
  | { readonly kind: 'noted'; readonly side: Side; readonly of: FormulaTree; readonly note: FormulaTree }
  /** A horizontal brace above or below, optionally with a note. */
  | { readonly kind: 'brace'; readonly side: Side; readonly of: FormulaTree; readonly note?: FormulaTree | undefined }
  /** Rows of a limit. */
  | { readonly kind: 'substack'; readonly rows: readonly FormulaTree[] }
  | { readonly kind: 'fence'; readonly left: string; readonly right: string; readonly inside: FormulaTree }
  | {
      readonly kind: 'matrix';
      readonly rows: readonly (readonly FormulaTree[])[];
      readonly left: string;
      readonly right: string;
    }
  | { readonly kind: 'cases'; readonly rows: readonly (readonly FormulaTree[])[] }
  /** The rows of a display. The part after the alignment mark begins with a relation. */
  | { readonly kind: 'aligned'; readonly rows: readonly (readonly [left: FormulaTree, right: FormulaTree])[] };

export type Side = 'over' | 'under';

/** Spaces by the names of their commands. */
export type Space = ',' | ':' | ';' | 'quad' | 'qquad';

export type Accent =
  | 'hat'
  | 'bar'
  | 'tilde'
  | 'dot'
  | 'ddot'
  | 'vec'
  | 'acute'
  | 'grave'
  | 'breve'
  | 'check'
  | 'widehat'
  | 'widetilde'
  | 'overline'
  | 'underline';

/** The operator names that have their own commands. */
const NAMED: ReadonlySet<string> = new Set(['sin', 'cos', 'exp', 'log', 'ln', 'lim', 'max', 'min', 'det']);

type Of<Kind extends FormulaTree['kind']> = Extract<FormulaTree, { kind: Kind }>;
type Writers = { readonly [Kind in FormulaTree['kind']]: (tree: Of<Kind>) => string };

const TEX: Writers = {
  sign: ({ name }) => signTex(name),
  word: ({ text }) => (NAMED.has(text) ? `\\${text} ` : `\\mathrm{${text}}`),
  row: ({ items }) => items.map(texOf).join(''),
  text: ({ text }) => `\\text{${text}}`,
  space: ({ name }) => `\\${name} `,
  fraction: ({ over, under, style }) => `\\${FRACTIONS[style ?? 'own']}{${texOf(over)}}{${texOf(under)}}`,
  displayed: ({ of }) => `{\\displaystyle ${texOf(of)}}`,
  binomial: ({ over, under }) => `\\binom{${texOf(over)}}{${texOf(under)}}`,
  root: ({ of, degree }) => `\\sqrt${degree ? `[${texOf(degree)}]` : ''}{${texOf(of)}}`,
  accent: ({ name, of }) => `\\${name}{${texOf(of)}}`,
  scripts: ({ base, sub, sup }) => (texOf(base) || '{}') + scriptTex('_', sub) + scriptTex('^', sup),
  noted: ({ side, of, note }) => `\\${side}set{${texOf(note)}}{${texOf(of)}}`,
  brace: ({ side, of, note }) => `\\${side}brace{${texOf(of)}}${scriptTex(side === 'over' ? '^' : '_', note)}`,
  substack: ({ rows }) => `\\substack{${rows.map(texOf).join(' \\\\ ')}}`,
  fence: ({ left, right, inside }) => `\\left${delimiterTex(left)} ${texOf(inside)} \\right${delimiterTex(right)} `,
  matrix: ({ left, rows }) => gridTex(MATRICES[left] ?? 'Bmatrix', rows),
  cases: ({ rows }) => gridTex('cases', rows),
  aligned: ({ rows }) => gridTex('aligned', rows),
};

const FRACTIONS = { own: 'frac', display: 'dfrac', text: 'tfrac' } as const;

/** Returns the formula as an author writes it. */
export function texOf(tree: FormulaTree): string {
  return (TEX[tree.kind] as (tree: FormulaTree) => string)(tree);
}

function signTex(name: string): string {
  if (name === '{' || name === '}') return `\\${name}`;
  return /^[a-z]{2,}$/i.test(name) ? `\\${name} ` : name;
}

function scriptTex(mark: '_' | '^', script: FormulaTree | undefined): string {
  return script ? `${mark}{${texOf(script)}}` : '';
}

function delimiterTex(name: string): string {
  return name === '' ? '.' : signTex(name).trim();
}

const MATRICES: Readonly<Record<string, string>> = { '(': 'pmatrix', '[': 'bmatrix', '|': 'vmatrix' };

function gridTex(name: string, rows: readonly (readonly FormulaTree[])[]): string {
  return `\\begin{${name}} ${rows.map((row) => row.map(texOf).join(' & ')).join(' \\\\ ')} \\end{${name}}`;
}
