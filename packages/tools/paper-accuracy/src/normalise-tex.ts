import { OPERATOR_NAMES } from '@almagest/pdf-markdown/tex/function-names';
const TOKEN = /\\operatorname\*|\\[A-Za-z]+|\\.|[^\s]/gsu;

/** Commands that change only spaces, sizes or fonts. */
const IGNORED = new Set(
  `left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm displaystyle textstyle scriptstyle
  scriptscriptstyle limits nolimits rm bf it cal sf tt mathrm mathbf mathit mathcal mathsf mathtt mathbb mathfrak mathscr
  text textrm textbf textit textsf mbox hbox boldsymbol bm pmb operatorname operatorname* mathop mathrel mathbin mathord
  mathopen mathclose mathpunct mathstrut quad qquad hfill nonumber notag allowbreak nobreak hspace vspace , ; : ! > ~ /
  boxed nobreakspace thinspace space phantom smash rlap llap ensuremath roman upright rmfamily normalfont mathnormal unicode`
    .split(/\s+/)
    .map((name) => `\\${name}`)
    .concat('~', '&', '$', '\\ ', '\\\n'),
);

/** Spellings of the same sign. */
const SAME: Readonly<Record<string, string>> = {
  '\\le': '\\leq',
  '\\leqslant': '\\leq',
  '\\ge': '\\geq',
  '\\geqslant': '\\geq',
  '\\ne': '\\neq',
  '\\to': '\\rightarrow',
  '\\gets': '\\leftarrow',
  '\\lbrace': '\\{',
  '\\rbrace': '\\}',
  '\\lbrack': '[',
  '\\rbrack': ']',
  '\\lvert': '|',
  '\\rvert': '|',
  '\\vert': '|',
  '\\mid': '|',
  '\\lVert': '\\|',
  '\\rVert': '\\|',
  '\\Vert': '\\|',
  '\\parallel': '\\|',
  '\\dots': '\\ldots',
  '\\cdots': '\\ldots',
  '\\dotsc': '\\ldots',
  '\\dotsb': '\\ldots',
  '\\dfrac': '\\frac',
  '\\cfrac': '\\frac',
  '\\tfrac': '\\frac',
  '\\land': '\\wedge',
  '\\lor': '\\vee',
  '\\lnot': '\\neg',
  '\\sun': '\\odot',
  '\\ast': '*',
  '\\star': '\\star',
  '\\prime': "'",
  '\\colon': ':',
  '\\varnothing': '\\emptyset',
  '\\Box': '\\square',
  '\\bot': '\\perp',
  '\\overline': '\\bar',
  '\\widehat': '\\hat',
  '\\widetilde': '\\tilde',
  '\\hslash': '\\hbar',
  '\\lt': '<',
  '\\gt': '>',
  '\\owns': '\\ni',
  '\\iff': '\\Longleftrightarrow',
  '\\implies': '\\Rightarrow',
  '\\longrightarrow': '\\rightarrow',
  '\\Longrightarrow': '\\Rightarrow',
  '\\backslash': '\\setminus',
  '\\triangleq': '\\triangleq',
  '\\intop': '\\int',
  '\\bullet': '\\bullet',
  '\\binom': '\\binom',
  '\\dbinom': '\\binom',
  '\\cdotp': '\\cdot',
  '\\centerdot': '\\cdot',
};

const OPERATORS: ReadonlySet<string> = new Set(OPERATOR_NAMES);

/** Splits TeX into normalised tokens without fonts, spaces, bracket sizes or redundant braces. */
export function normaliseTex(tex: string): string[] {
  const plain = tex
    .replaceAll(/%\s*\n\s*/g, '')
    .replaceAll(/\\(?:left|right)\s*\./g, '')
    .replaceAll(/\.\s*\.\s*\./g, '\\ldots ')
    .replaceAll(/\\tag\*?\{[^{}]*\}/g, '')
    .replaceAll(/\\label\{[^{}]*\}/g, '')
    .replaceAll(/\\AA(?![A-Za-z])|\\mathring\s*\{\s*(?:\\mathrm\s*)?\{?A\}?\s*\}/g, 'Å')
    .replaceAll(/\\hskip\s*-?[\d.]+\s*[a-z]{2}/g, '')
    .replaceAll(/\\definecolor\s*(?:\[[^\]\\]*\])?(?:\{[^{}]*\}){3}/g, '')
    .replaceAll(/\\(?:hspace|vspace|hskip|kern|mkern|raisebox|color)\*?\s*(?:\[[^\]\\]*\])?\{[^{}]*\}/g, '')
    .replaceAll(/\\(?:begin|end)\{(?:aligned|split|gathered|align\*?|gather\*?|eqnarray\*?|multline\*?)\}/g, '')
    .replaceAll(/\\begin\{array\}(?:\[[^\]\\]*\])?\{[^{}]*\}/g, '\\begin{matrix}')
    .replaceAll(/\\end\{array\}/g, '\\end{matrix}')
    .replaceAll(
      /\\(begin|end)\{(\w+)\*?\}/g,
      (_, edge: string, name: string) => ` ${edge === 'begin' ? '«' : '»'}${name} `,
    );
  const tokens = (withBrackets(plain).match(TOKEN) ?? []).flatMap((token) => {
    if (IGNORED.has(token)) return [];
    const name = token.slice(1);
    if (token.startsWith('\\') && OPERATORS.has(name)) return name.split('');
    return [SAME[token] ?? token];
  });
  return writeGroups(withOver(tokens));
}

/** Matrices written as arrays between brackets. */
const BRACKETED: readonly (readonly [RegExp, string])[] = [
  [/(?:\\left)?\(\s*«matrix ([^«»]*)»matrix\s*(?:\\(?:right|[bB]igg?r?))?\)/g, 'pmatrix'],
  [/(?:\\left)?\[\s*«matrix ([^«»]*)»matrix\s*(?:\\(?:right|[bB]igg?r?))?\]/g, 'bmatrix'],
  [/(?:\\left)?\|\s*«matrix ([^«»]*)»matrix\s*(?:\\(?:right|[bB]igg?r?))?\|/g, 'vmatrix'],
  [/(?:\\left)?\\\{\s*«matrix ([^«»]*)»matrix(?!\s*(?:\\(?:right|[bB]igg?r?))?\\\})/g, 'cases'],
];

function withBrackets(tex: string): string {
  return BRACKETED.reduce((text, [array, name]) => text.replaceAll(array, `«${name} $1»${name} `), tex);
}

/** Converts `a \over b` to `\frac{a}{b}`. */
function withOver(tokens: readonly string[]): string[] {
  const at = tokens.indexOf('\\over');
  if (at < 0) return [...tokens];
  let [from, depth] = [at - 1, 0];
  for (; from >= 0; from--) {
    if (tokens[from] === '}') depth++;
    else if (tokens[from] === '{' && --depth < 0) break;
  }
  let to = at + 1;
  depth = 0;
  for (; to < tokens.length; to++) {
    if (tokens[to] === '{') depth++;
    else if (tokens[to] === '}' && --depth < 0) break;
  }
  const fraction = ['\\frac', '{', ...tokens.slice(from + 1, at), '}', '{', ...tokens.slice(at + 1, to), '}'];
  return withOver([...tokens.slice(0, from + 1), ...fraction, ...tokens.slice(to)]);
}

/** Arrows that extend with their notes. */
const GROWING: Readonly<Record<string, string>> = {
  '\\xrightarrow': '\\rightarrow',
  '\\xleftarrow': '\\leftarrow',
};

const TAKES: Readonly<Record<string, number>> = {
  '\\frac': 2,
  '\\binom': 2,
  '\\sqrt': 1,
  '\\bar': 1,
  '\\hat': 1,
  '\\tilde': 1,
  '\\dot': 1,
  '\\ddot': 1,
  '\\vec': 1,
  '\\check': 1,
  '\\breve': 1,
  '\\mathring': 1,
  '\\underline': 1,
  '\\overrightarrow': 1,
  '\\overleftarrow': 1,
  '\\overleftrightarrow': 1,
  '\\underset': 2,
  '\\overset': 2,
  '\\stackrel': 2,
  '\\substack': 1,
  '\\overbrace': 1,
  '\\underbrace': 1,
};

/** Keeps the braces of arguments and scripts, adds missing braces, and drops all others. Puts subscripts first. */
function writeGroups(tokens: readonly string[]): string[] {
  let at = 0;
  const group = (): string[] => {
    if (tokens[at] === '{') {
      at++;
      const inside = row('}');
      at++;
      return inside;
    }
    return atom();
  };
  const atom = (): string[] => {
    const token = tokens[at++];
    if (token === undefined) return [];
    const takes = TAKES[token] ?? 0;
    const parts: string[] = [token];
    if (token === '\\sqrt' && tokens[at] === '[') {
      at++;
      parts.push('[', ...row(']'), ']');
      at++;
    }
    const growing = GROWING[token];
    if (growing) {
      const below = tokens[at] === '[' ? (at++, row(']')) : [];
      if (tokens[at] === ']') at++;
      return [growing, ...(below.length > 0 ? ['_', '{', ...below, '}'] : []), '^', '{', ...group(), '}'];
    }
    // Treats a note as a limit.
    if (token === '\\underset' || token === '\\overset' || token === '\\stackrel') {
      const note = group();
      return [...group(), token === '\\underset' ? '_' : '^', '{', ...note, '}'];
    }
    for (let i = 0; i < takes; i++) parts.push('{', ...group(), '}');
    return parts;
  };
  const row = (end: string | undefined): string[] => {
    const out: string[] = [];
    while (at < tokens.length && tokens[at] !== end) {
      if (tokens[at] === '^' || tokens[at] === '_' || tokens[at] === "'") out.push(...scripts());
      else if (tokens[at] === '{') out.push(...group());
      else if (tokens[at] === '}') at++;
      else out.push(...atom());
    }
    return out;
  };
  const scripts = (): string[] => {
    let sub: string[] = [];
    let sup: string[] = [];
    while (at < tokens.length && /^[_^']$/.test(tokens[at] ?? '')) {
      const mark = tokens[at++];
      if (mark === "'") sup = [...sup, "'"];
      else if (mark === '_') sub = [...sub, ...group()];
      else sup = [...sup, ...group()];
    }
    sup = withoutNested(sup);
    return [...(sub.length > 0 ? ['_', '{', ...sub, '}'] : []), ...(sup.length > 0 ? ['^', '{', ...sup, '}'] : [])];
  };
  return row(undefined);
}

/**
 * Flattens a superscript without a base inside a superscript. Both print the same: `r^{{}^\prime 2}` equals `r^{\prime
 * 2}`.
 */
function withoutNested(sup: readonly string[]): string[] {
  const end = sup[0] === '^' && sup[1] === '{' ? sup.indexOf('}') : -1;
  const inner = sup.slice(2, Math.max(2, end));
  const isInner = end === sup.length - 1 || inner.every((token) => token === "'");
  return end > 0 && isInner ? [...inner, ...sup.slice(end + 1)] : [...sup];
}
