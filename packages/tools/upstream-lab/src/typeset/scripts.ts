import type { FormulaTree } from './formula-tree.ts';
import { centred, kern, overlaid, shifted, sideBySide, type MathBox } from './math-box.ts';
import type { Atom, SetPart } from './atom.ts';
import { LIMIT_SPACES, parameter, SCRIPT_SPACE, subscript, superscript, type Style } from './style.ts';

interface Scripts {
  readonly sub: FormulaTree | undefined;
  readonly sup: FormulaTree | undefined;
}

interface Limits {
  readonly under?: FormulaTree | undefined;
  readonly over?: FormulaTree | undefined;
}

/** Places scripts next to their base (rule 18). */
export function scriptsBox(atom: Atom, { sub, sup }: Scripts, style: Style, set: SetPart): MathBox {
  const low = sub && set(sub, subscript(style));
  const high = sup && set(sup, superscript(style));
  const { up, down } = shiftsOf(atom, low, high, style);
  const parts = [...(high ? [shifted(high, atom.italic, up)] : []), ...(low ? [shifted(low, 0, -down)] : [])];
  const width = Math.max((high?.width ?? 0) + atom.italic, low?.width ?? 0) + SCRIPT_SPACE;
  return sideBySide([atom.box, overlaid(parts, width)]);
}

interface Shifts {
  readonly up: number;
  readonly down: number;
}

/** Returns how far the scripts are moved from the baseline. */
function shiftsOf(
  { box, isCharacter }: Atom,
  low: MathBox | undefined,
  high: MathBox | undefined,
  style: Style,
): Shifts {
  const small = superscript(style);
  const xHeight = parameter('xHeight', style);
  const above = isCharacter ? 0 : box.height - parameter('supDrop', small);
  const below = isCharacter ? 0 : box.depth + parameter('subDrop', small);
  const least = style.isCramped ? 'sup3' : style.level === 0 ? 'sup1' : 'sup2';
  const up = high ? Math.max(above, parameter(least, style), high.depth + xHeight / 4) : above;
  if (!low) return { up, down: below };
  if (!high) return { up, down: Math.max(below, parameter('sub1', style), low.height - 0.8 * xHeight) };
  return apart(high, low, { up, down: Math.max(below, parameter('sub2', style)) }, style);
}

/**
 * Widens the gap between the scripts to at least four rule widths. The lower edge of the superscript stays above most
 * of the x-height.
 */
function apart(high: MathBox, low: MathBox, { up, down }: Shifts, style: Style): Shifts {
  const missing = 4 * parameter('rule', style) - (up - high.depth - (low.height - down));
  if (missing <= 0) return { up, down };
  const lift = Math.max(0, 0.8 * parameter('xHeight', style) - (up - high.depth));
  return { up: up + lift, down: down + missing - lift };
}

/** Places scripts above and below a large operator (rule 13a). */
export function limitsBox({ box, italic }: Atom, { under, over }: Limits, style: Style, set: SetPart): MathBox {
  const low = under && set(under, subscript(style));
  const high = over && set(over, superscript(style));
  const width = Math.max(box.width, low?.width ?? 0, high?.width ?? 0);
  const parts = [centred(box, width)];
  if (high) {
    const gap = Math.max(LIMIT_SPACES.above, LIMIT_SPACES.aboveBaseline - high.depth);
    parts.push(shifted(centred(high, width), italic / 2, box.height + gap + high.depth));
  }
  if (low) {
    const gap = Math.max(LIMIT_SPACES.below, LIMIT_SPACES.belowBaseline - low.height);
    parts.push(shifted(centred(low, width), -italic / 2, -(box.depth + gap + low.height)));
  }
  return sideBySide([overlaid(parts, width), kern(italic)]);
}
