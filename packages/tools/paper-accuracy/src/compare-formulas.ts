import { normaliseTex } from './normalise-tex.ts';

/** How well the displayed formulas of a paper were read. */
export interface FormulaComparison {
  /** Number of formulas in the reference text. */
  readonly formulas: number;
  /** Share of reference formulas whose TeX is equal after normalisation. */
  readonly exact: number;
  /** Share of reference formulas with a likeness of at least 0.9. */
  readonly alike: number;
  readonly mean: number;
}

/** A reference formula and the most similar formula that was read. */
export interface FormulaPair {
  readonly expected: string;
  readonly found: string;
  /** 1 − edit distance / longer length, in tokens. */
  readonly likeness: number;
}

const ALIKE = 0.9;
/** The end of a row, with optional space after it. */
const ROW_END = /\\\\(?:\[[\d.]+ ?[a-z]{2}\])?/g;
/** Drops the punctuation of the sentence at the end of a formula. */
function trimmed(tokens: readonly string[]): string[] {
  const end = tokens.findLastIndex((token) => !/^[.,;]$/.test(token));
  return tokens.slice(0, end + 1);
}

/** Returns 1 − edit distance / longer length. */
function likenessOf(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  a.forEach((token, i) => {
    const next = [i + 1];
    b.forEach((other, j) => {
      next.push(Math.min((row[j] ?? 0) + (token === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    });
    row = next;
  });
  return 1 - (row[b.length] ?? 0) / longer;
}

/**
 * Returns each row of the displayed formulas, and combinations that the reference may treat as one formula: all rows of
 * a display, or two consecutive rows, such as a left side and its continuation.
 */
function rowsOf(formulas: readonly string[]): string[][] {
  return formulas.flatMap((tex) => {
    const isGrid = /\\begin\{(?:cases|[pbvB]?matrix|array|substack)/.test(tex);
    const rows = isGrid ? [tex] : tex.split(/\\\\(?:\[[^\]]*\])?/);
    const pairs = rows.slice(1).map((row, i) => `${rows[i] ?? ''} ${row}`);
    return [tex, ...(rows.length > 1 ? rows : []), ...(rows.length > 2 ? pairs : [])]
      .map((row) => trimmed(normaliseTex(row)))
      .filter((row) => row.length > 0);
  });
}

/**
 * Pairs each reference formula with the most similar formula that was read, unless another reference formula is more
 * similar to that formula.
 *
 * @param expected TeX of the reference text
 * @param found TeX that was read, without dollar signs
 */
export function pairFormulas(expected: readonly string[], found: readonly string[]): FormulaPair[] {
  const own = rowsOf(found);
  const wanted = expected.map((tex) => trimmed(normaliseTex(tex.replaceAll(ROW_END, ' '))));
  const joined = own.map((row) => row.filter((token) => token !== '\\\\'));
  const scores = wanted.flatMap((tokens, i) =>
    joined.flatMap((other, j) => {
      const [short, long] = [Math.min(tokens.length, other.length), Math.max(tokens.length, other.length)];
      return short < 0.25 * long ? [] : [{ i, j, likeness: likenessOf(tokens, other) }];
    }),
  );
  const pairs = new Map<number, FormulaPair>();
  const used = new Set<number>();
  for (const { i, j, likeness } of scores.toSorted((a, b) => b.likeness - a.likeness)) {
    if (pairs.has(i) || used.has(j)) continue;
    used.add(j);
    pairs.set(i, { expected: (wanted[i] ?? []).join(' '), found: (joined[j] ?? []).join(' '), likeness });
  }
  return wanted.map((tokens, i) => pairs.get(i) ?? { expected: tokens.join(' '), found: '', likeness: 0 });
}

const RELATION =
  /^\\displaystyle\s*(?:\{\}\s*)?(?:[=<>]|\\(?:leq?|geq?|approx|simeq|sim|equiv|propto|neq|lesssim|gtrsim|ll|gg|to|rightarrow|subset|in|coloneqq?|triangleq|leqslant|geqslant)(?![a-zA-Z]))/;

/** A relation, or the colon of a label. The formula continues in the next cell. */
const ENDS_OPEN = /(?:=|\\equiv|\\approx|\\leq?|:(?:\\quad)?)\s*$/;

/**
 * Joins the cells of aligned formulas into rows. LaTeXML lists the two sides of a relation separately, each with
 * `\displaystyle`.
 */
export function joinCells(cells: readonly string[]): string[] {
  const rows: string[] = [];
  let isOpen = false;
  for (const cell of cells) {
    const isRight = RELATION.test(cell);
    if ((isRight && isOpen) || ENDS_OPEN.test(rows.at(-1) ?? '')) rows[rows.length - 1] += ` ${cell}`;
    else rows.push(cell);
    isOpen = (!isRight && cell.startsWith('\\displaystyle')) || ENDS_OPEN.test(cell);
  }
  return rows;
}

/** Compares displayed formulas. Returns undefined if the reference has no displayed formulas. */
export function compareFormulas(expected: readonly string[], found: readonly string[]): FormulaComparison | undefined {
  if (expected.length === 0) return undefined;
  const pairs = pairFormulas(joinCells(expected), found);
  const share = (holds: (pair: FormulaPair) => boolean) => pairs.filter(holds).length / pairs.length;
  return {
    formulas: pairs.length,
    exact: share((pair) => pair.likeness === 1),
    alike: share((pair) => pair.likeness >= ALIKE),
    mean: pairs.reduce((sum, pair) => sum + pair.likeness, 0) / pairs.length,
  };
}

/** Returns the displayed formulas of Markdown, without dollar signs. */
export function displayedFormulas(markdown: string): string[] {
  return markdown
    .split('$$')
    .filter((_, i) => i % 2 === 1)
    .map((tex) => tex.trim());
}
