import type { Atom, SetPart } from './atom.ts';
import { fenceBox, radicalBox } from './delimiters.ts';
import { metricsOf } from './font-metrics.ts';
import type { Accent, FormulaTree, Side } from './formula-tree.ts';
import { centred, glyphBox, kern, overlaid, ruleBox, shifted, sideBySide, type MathBox } from './math-box.ts';
import { mathCodeOf } from './math-codes.ts';
import { cramped, denominator, NULL_DELIMITER, numerator, parameter, sizeOf, type Style } from './style.ts';

type Of<Kind extends FormulaTree['kind']> = Extract<FormulaTree, { kind: Kind }>;

/** Typesets a fraction, or a binomial coefficient, which has no bar (rule 15). */
export function fractionBox(tree: Of<'fraction' | 'binomial'>, around: Style, set: SetPart): MathBox {
  const own = tree.kind === 'fraction' ? tree.style : undefined;
  const style: Style = own === undefined ? around : { ...around, level: own === 'display' ? 0 : 1 };
  const [over, under] = [set(tree.over, numerator(style)), set(tree.under, denominator(style))];
  const hasBar = tree.kind === 'fraction';
  const isDisplay = style.level === 0;
  const thickness = parameter('rule', style);
  const axis = parameter('axis', style);
  let up = parameter(isDisplay ? 'num1' : hasBar ? 'num2' : 'num3', style);
  let down = parameter(isDisplay ? 'denom1' : 'denom2', style);
  if (hasBar) {
    const clearance = (isDisplay ? 3 : 1) * thickness;
    up = Math.max(up, axis + thickness / 2 + clearance + over.depth);
    down = Math.max(down, -axis + thickness / 2 + clearance + under.height);
  } else {
    const clearance = (isDisplay ? 7 : 3) * thickness;
    const missing = clearance - (up - over.depth - (under.height - down));
    if (missing > 0) [up, down] = [up + missing / 2, down + missing / 2];
  }
  const width = Math.max(over.width, under.width);
  const box = overlaid(
    [
      shifted(centred(over, width), 0, up),
      shifted(centred(under, width), 0, -down),
      ...(hasBar ? [shifted(ruleBox(width, thickness), 0, axis - thickness / 2)] : []),
    ],
    width,
  );
  if (hasBar) return sideBySide([kern(NULL_DELIMITER), box, kern(NULL_DELIMITER)]);
  const least = parameter(isDisplay ? 'delim1' : 'delim2', style);
  return sideBySide([fenceBox('(', least, style), box, fenceBox(')', least, style)]);
}

/** Typesets a root (rule 11). The degree is placed as in LaTeX. */
export function rootBox({ of, degree }: Of<'root'>, style: Style, set: SetPart): MathBox {
  const inside = set(of, cramped(style));
  const thickness = parameter('rule', style);
  const wanted = thickness + (style.level === 0 ? parameter('xHeight', style) : thickness) / 4;
  const sign = radicalBox(inside.height + inside.depth + wanted + thickness, style);
  const spare = sign.depth - (inside.height + inside.depth + wanted);
  const clearance = spare > 0 ? wanted + spare / 2 : wanted;
  const top = inside.height + clearance;
  const line = shifted(ruleBox(inside.width, thickness), 0, top);
  const root = sideBySide([shifted(sign, 0, top + thickness - sign.height), overlaid([inside, line], inside.width)]);
  if (!degree) return root;
  const mu = parameter('quad', style) / 18;
  const small = shifted(set(degree, { ...style, level: 3, isCramped: false }), 0, 0.6 * (root.height - root.depth));
  return sideBySide([kern(5 * mu), small, kern(-10 * mu), root]);
}

/** Draws a line above (rule 9) or below (rule 10), with a space of the same thickness outside the line. */
export function lineBox({ name, of }: Of<'accent'>, style: Style, set: SetPart): MathBox {
  const inside = set(of, name === 'overline' ? cramped(style) : style);
  const thickness = parameter('rule', style);
  const line = ruleBox(inside.width, thickness);
  const y = name === 'overline' ? inside.height + 3 * thickness : -(inside.depth + 4 * thickness);
  const box = overlaid([inside, shifted(line, 0, y)], inside.width);
  return name === 'overline' ? { ...box, height: box.height + thickness } : { ...box, depth: box.depth + thickness };
}

/** The codes of the four parts of a horizontal brace, from left to right. */
const BRACES = { over: [122, 125, 124, 123], under: [124, 123, 122, 125] } as const;
const BRACE_SPACE = 3; // points

/** Draws a horizontal brace over or under a box: its parts, connected by lines of the required length. */
export function braceBox(side: Side, inside: MathBox, style: Style): MathBox {
  const [left, middleLeft, middleRight, right] = BRACES[side].map((code) =>
    glyphBox(style.fonts.family, 'OMX', code, 10),
  ) as [MathBox, MathBox, MathBox, MathBox];
  const parts = left.width + middleLeft.width + middleRight.width + right.width;
  const line = ruleBox(Math.max(0, (inside.width - parts) / 2), left.height);
  const brace = sideBySide([left, line, middleLeft, middleRight, line, right]);
  const width = Math.max(inside.width, brace.width);
  const y = side === 'over' ? inside.height + BRACE_SPACE : -(inside.depth + BRACE_SPACE + brace.height);
  const box = overlaid([centred(inside, width), shifted(brace, 0, y)], width);
  return side === 'over'
    ? { ...box, height: box.height + BRACE_SPACE }
    : { ...box, depth: inside.depth + 2 * BRACE_SPACE + brace.height };
}

const ACCENTS: Readonly<Record<Exclude<Accent, 'widehat' | 'widetilde' | 'overline' | 'underline'>, number>> = {
  grave: 18,
  acute: 19,
  check: 20,
  breve: 21,
  bar: 22,
  hat: 94,
  dot: 95,
  tilde: 126,
  ddot: 127,
  vec: 126,
};
/** The first and the last size of the wide accents of cmex10. */
const WIDE: Readonly<Record<'widehat' | 'widetilde', number>> = { widehat: 98, widetilde: 101 };

/** Places an accent over its letter, moved by the letter's skew (rule 12). */
export function accentBox({ name, of }: Of<'accent'>, letter: Atom, style: Style): MathBox {
  const { box } = letter;
  const code = of.kind === 'sign' ? mathCodeOf(of.name) : undefined;
  const skew = code ? metricsOf(style.fonts.family, code.encoding, code.code, sizeOf(style)).skew : 0;
  const width = box.width + letter.italic;
  const mark = markBox(name, width, style);
  const up = box.height - Math.min(box.height, parameter('xHeight', style));
  // TeX prints the accent first.
  return { ...overlaid([shifted(mark, skew + (width - mark.width) / 2, up), box], width), depth: box.depth };
}

function markBox(name: Accent, width: number, style: Style): MathBox {
  if (name === 'widehat' || name === 'widetilde') {
    const sizes = [0, 1, 2].map((step) => glyphBox(style.fonts.family, 'OMX', WIDE[name] + step, 10));
    return sizes.findLast((box) => box.width <= width) ?? (sizes[0] as MathBox);
  }
  if (name === 'overline' || name === 'underline') throw new Error(`${name} is a line`);
  return glyphBox(style.fonts.family, name === 'vec' ? 'OML' : 'OT1', ACCENTS[name], sizeOf(style));
}
