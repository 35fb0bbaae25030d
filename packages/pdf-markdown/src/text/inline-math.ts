import type { PlacedRun } from '../layout/rows.ts';
import { glyphsOf } from '../layout/run-glyphs.ts';
import { readInline } from '../formulas/read-formula.ts';
import { BETWEEN, endOfFormula, escapeTex, splitGlyphs, type Piece } from './formula-spans.ts';
import { joinBrackets } from './glyphs.ts';

/** The text of a line or cell, plain and as Markdown. */
export interface RichText {
  readonly text: string;
  readonly markdown: string;
}

/** A wider gap between two runs is a space. TeX shrinks spaces to 0.22 sizes at most. */
const SPACE = 0.15; // sizes
const MARKDOWN_SPECIAL = /[\\*_`$<>]/g;
const MATH_SYMBOLS =
  /[\u0370-\u03ff\u2100-\u214f\u2190-\u22ff\u27e8\u27e9\u2a00-\u2aff±×÷∼≃·∗⋆⊙⊕¬′″]|[\u{1d400}-\u{1d7ff}]/u;
const COMPOSED: Readonly<Record<string, string>> = {
  '<∼': '≲',
  '∼<': '≲',
  '>∼': '≳',
  '∼>': '≳',
};
/** Digits and punctuation are set in math fonts too, but are not a formula by themselves. */
const NEUTRAL = /^[\d.,;:]+$/;
const HAS_WORD = /\p{L}{3}/u;
const LONE_ITALIC = /^[(]?[A-Za-z][),;]?$/;

/** Width of a round bracket in common text fonts, sizes. */
const BRACKET_WIDTH = 0.33;
/** What scripts stand on, within upright text. Longer words have marks of footnotes and citations. */
const SUBSCRIPTED = /^(?:[A-Za-z]{1,3}|\p{Script=Greek}|[|)\]])$/u;
const RAISED = /^(?:[A-Za-z]{1,2}|\p{Script=Greek}|[|)\]])$/u;
/** What may be the other side of a relation. */
const OPERANDS = /[\d=<>≤≥≈±×()[\]]/;

/**
 * Converts runs, from left to right. Letters of math fonts, symbols, and everything with subscripts or superscripts
 * become `$…$`. These formulas reproduce the print, not the author's TeX.
 */
export function readRuns(runs: readonly PlacedRun[]): RichText {
  const pieces = toPieces(runs);
  let text = '';
  let markdown = '';
  for (let i = 0; i < pieces.length; ) {
    const end = endOfFormula(pieces, i);
    const span = pieces.slice(i, Math.max(end, i + 1));
    const space = pieces[i]?.spaceBefore ? ' ' : '';
    text += space + span.map(plain).join('').trim();
    markdown += space + (end > i ? (placedFormula(span) ?? formula(span)) : escapeMarkdown(span[0]?.text ?? ''));
    i += span.length;
  }
  return { text: tidy(text), markdown: tidy(markdown) };
}

/** Escapes characters that Markdown or TeX would read as markup. */
function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_SPECIAL, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`));
}

function toPieces(runs: readonly PlacedRun[]): Piece[] {
  const joined = joinScripts(composeSigns(runs.filter((run) => run.text.trim() !== '')));
  const whole = joined.flatMap((run, i) => splitBeside(run, [joined[i - 1], joined[i + 1]]));
  const pieces = whole.map((run, i) => toPiece(run, i, whole));
  const based = pieces.map((piece, i) => asBase(piece, pieces[i + 1]));
  return based.flatMap((piece, i) => (based[i - 1]?.isMath ? splitDigits(piece) : [piece]));
}

/** Divides upright text beside a formula into words: `= 5 for` begins in the formula and ends as text. */
function splitBeside(run: PlacedRun, beside: readonly (PlacedRun | undefined)[]): PlacedRun[] {
  const isPlain = run.script === undefined && !run.font.math && !run.font.italic;
  const isBeside = beside.some(
    (other) => other && (other.script !== undefined || other.font.math || other.font.italic),
  );
  const isBase = beside[1]?.script !== undefined && !hasSpace(run, beside[1]);
  if (!isPlain || !isBeside || !(isBase || OPERANDS.test(run.text))) return [run];
  if (run.words.map((word) => word.text).join(' ') !== run.text) return [run];
  return run.words.flatMap((word, i) => {
    const own = {
      ...run,
      text: i > 0 ? ` ${word.text}` : word.text,
      words: [word],
      left: word.left,
      right: word.right,
    };
    return splitBracket(own, word.text);
  });
}

/** An opening bracket before a word is a piece of its own, because the formula may begin after it. */
function splitBracket(run: PlacedRun, word: string): PlacedRun[] {
  if (!/^[([][^)\]]+$/.test(word)) return [run];
  const at = run.left + BRACKET_WIDTH * run.size;
  const space = run.text.startsWith(' ') ? ' ' : '';
  return [
    { ...run, text: space + word.slice(0, 1), right: at },
    { ...run, text: word.slice(1), left: at },
  ];
}

/** Upright letters directly before a script are its base: a unit, an operator, a capital Greek letter. */
function asBase(piece: Piece, next: Piece | undefined): Piece {
  if (piece.isMath || piece.script !== undefined || next?.script === undefined || next.spaceBefore) return piece;
  const isBase = next.script === '_' ? SUBSCRIPTED.test(piece.text) : RAISED.test(piece.text);
  if (!isBase) return piece;
  const isOperator = /^(?:log|ln|lim|max|min|sup|inf)$/.test(piece.text);
  const isWord = /^[A-Za-z]+$/.test(piece.text);
  const math = isOperator ? `\\${piece.text}` : isWord ? `\\mathrm{${piece.text}}` : piece.math;
  return { ...piece, isMath: true, math };
}

/** TeX composes ≲ and ≳ of two signs above each other. */
function composeSigns(runs: readonly PlacedRun[]): PlacedRun[] {
  const composed: PlacedRun[] = [];
  for (const run of runs) {
    const last = composed.at(-1);
    const isOver = last !== undefined && Math.abs(last.left - run.left) < 0.3 * run.size;
    const sign = isOver ? COMPOSED[last.text.trim() + run.text.trim()] : undefined;
    if (last && sign) {
      const right = Math.max(last.right, run.right);
      composed[composed.length - 1] = { ...last, text: sign, right, ...jointGlyphs(last, run) };
    } else composed.push(run);
  }
  return composed;
}

/** Joins consecutive runs of the same script, such as "e" and the ligature "ff". */
function joinScripts(runs: readonly PlacedRun[]): PlacedRun[] {
  const joined: PlacedRun[] = [];
  let scripts: PlacedRun[] = [];
  for (const run of runs) {
    if (run.script) scripts.push(run);
    else {
      joined.push(...stackScripts(scripts), run);
      scripts = [];
    }
  }
  return [...joined, ...stackScripts(scripts)];
}

/** A superscript above a subscript: from left to right their runs are interleaved. */
function stackScripts(runs: readonly PlacedRun[]): PlacedRun[] {
  const stack: PlacedRun[] = [];
  for (const run of runs) {
    const at = stack.findLastIndex((other) => other.script === run.script);
    const last = stack[at];
    if (last && (at === stack.length - 1 || !hasSpace(last, run))) stack[at] = joinTwo(last, run);
    else stack.push(run);
  }
  const [first, second, ...others] = stack;
  const isOver = first && second && second.left < first.right;
  return isOver && others.length === 0 ? inOrder(first, second) : stack;
}

/** In the usual order of TeX: upper errors before lower ones, otherwise the subscript first. */
function inOrder(first: PlacedRun, second: PlacedRun): PlacedRun[] {
  const [sub, sup] = first.script === 'sub' ? [first, second] : [second, first];
  return /^[+−±-]/.test(sup.text) ? [sup, sub] : [sub, sup];
}

function joinTwo(last: PlacedRun, run: PlacedRun): PlacedRun {
  const space = hasSpace(last, run) ? ' ' : '';
  return {
    ...last,
    text: last.text.trimEnd() + space + run.text.trimStart(),
    right: Math.max(last.right, run.right),
    ...jointGlyphs(last, run),
  };
}

/** The glyphs of both runs, each where its part of the run is. */
function jointGlyphs(last: PlacedRun, run: PlacedRun): Pick<PlacedRun, 'glyphs'> {
  const [own, others] = [glyphsOf(last), glyphsOf(run)];
  return { glyphs: own && others ? [...own, ...others] : undefined };
}

/**
 * Digits directly after a formula are made part of it, because a `$` before a digit does not close a formula
 * (`$\\lambda$1356`).
 */
function splitDigits(piece: Piece): Piece[] {
  const digits = piece.isMath || piece.spaceBefore ? undefined : /^\d+(?:\.\d+)?/.exec(piece.text)?.[0];
  if (digits === undefined) return [piece];
  const [own, others] = splitGlyphs(piece.glyphs, digits.length);
  const first = { ...piece, text: digits, math: digits, isMath: true, glyphs: own };
  const rest = piece.text.slice(digits.length);
  return rest === ''
    ? [first]
    : [
        first,
        {
          ...piece,
          text: rest.trimStart(),
          math: escapeTex(rest.trim()),
          spaceBefore: /^\s/.test(rest),
          glyphs: others,
        },
      ];
}

function toPiece(run: PlacedRun, i: number, runs: readonly PlacedRun[]): Piece {
  const before = runs[i - 1];
  const text = run.text.trim();
  const isMath = isMathGlyphs(run, text) || isDecimalPoint(runs, i);
  const script = run.script && (run.script === 'sub' ? '_' : '^');
  return {
    text: (isExponent(run, before) ? '^' : '') + text,
    math: script ? `${script}{${scriptTex(text)}}` : escapeTex(text),
    script,
    isMath: isMath && !isProse(run, text),
    joinsMath: !script && BETWEEN.test(text),
    spaceBefore: before !== undefined && hasSpace(before, run),
    glyphs: glyphsOf(run),
  };
}

function isMathGlyphs(run: PlacedRun, text: string): boolean {
  if (run.script !== undefined || isLoneItalic(run)) return true;
  return run.font.math ? !NEUTRAL.test(text) : MATH_SYMBOLS.test(text) && !HAS_WORD.test(text);
}

/** The decimal point of a number in a formula. Without it the formula would end before the decimals. */
function isDecimalPoint(runs: readonly PlacedRun[], i: number): boolean {
  const [before, point, after] = [runs[i - 1], runs[i], runs[i + 1]];
  if (!before || !point || !after || point.text !== '.') return false;
  const isTight = !hasSpace(before, point) && !hasSpace(point, after);
  return isTight && /\d$/.test(before.text) && /^\d/.test(after.text);
}

/** Whether a superscript is an exponent: in plain text, 10 with the superscript 5 must not become 105. */
function isExponent(run: PlacedRun, before: PlacedRun | undefined): boolean {
  return run.script === 'sup' && !before?.script && /^[-−–+\d]/.test(run.text) && /\d\s*$/.test(before?.text ?? '');
}

function hasSpace(before: PlacedRun, run: PlacedRun): boolean {
  const printed = /\s$/.test(before.text) || /^\s/.test(run.text);
  const gap = (run.left - before.right) / Math.max(before.size, run.size);
  return run.script && before.script ? gap > 0.3 : printed || gap > SPACE;
}

/** A variable in the italic of the text, such as T before its subscript. */
function isLoneItalic(run: PlacedRun): boolean {
  return run.font.italic && LONE_ITALIC.test(run.text.trim());
}

/** Words in a math font are ordinary words: some journals set all italics in one. */
function isProse(run: PlacedRun, text: string): boolean {
  return !run.script && /^[(]?[A-Za-z]{4,}/.test(text) && !MATH_SYMBOLS.test(text);
}

function scriptTex(text: string): string {
  const escaped = escapeTex(text);
  return /[A-Za-z]{2,}/.test(text) ? `\\mathrm{${escaped}}` : escaped;
}

function plain(piece: Piece): string {
  return (piece.spaceBefore ? ' ' : '') + piece.text;
}

/** A formula within text is read from its words if the places of its glyphs leave a doubt. */
const LEAST_CONFIDENCE = 0.9;
const BULLET = /^[•·∙◦●▪]$/;

function placedFormula(span: readonly Piece[]): string | undefined {
  // Without a base nothing says which of the glyphs are scripts.
  if (span[0]?.script !== undefined || (span.length === 1 && BULLET.test(span[0]?.text ?? ''))) return undefined;
  const glyphs = span.map((piece) => piece.glyphs);
  if (!glyphs.every((own) => own !== undefined)) return undefined;
  const { tex, confidence } = readInline(glyphs.flat());
  return confidence < LEAST_CONFIDENCE || tex === '' ? undefined : `$${tex}$`;
}

/** TeX allows one subscript and one superscript on a base, so `{}` begins a new base for a second one. */
function formula(span: readonly Piece[]): string {
  let tex = '';
  let taken = '';
  for (const { math, script, spaceBefore } of span) {
    if (script === undefined) taken = '';
    else if (taken.includes(script)) {
      tex += '{}';
      taken = script;
    } else taken += script;
    tex += (spaceBefore && script === undefined ? ' ' : '') + math;
  }
  return `$${tex.trim()}$`;
}

function tidy(text: string): string {
  return negate(joinBrackets(text))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;:)\]])(?=\s|$)/g, '$1')
    .trim();
}

/** TeX strikes a sign through with a slash before it. */
function negate(text: string): string {
  return text
    .replaceAll(/\s?\u0338\s*([=∈≡∼⊂⊆<>])/g, (_, sign: string) => ` ${`${sign}\u0338`.normalize('NFC')}`)
    .replaceAll(/\/∈/g, '∉')
    .replaceAll('\u0338', '');
}
