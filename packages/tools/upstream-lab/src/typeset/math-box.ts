import { metricsOf, type Encoding, type Family } from './font-metrics.ts';

/** A glyph printed at `x`, `y` from the box's reference point, with y upwards. */
export interface SetGlyph {
  readonly family: Family;
  readonly encoding: Encoding;
  readonly code: number;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** A filled rectangle. `y` is its lower edge. */
interface SetRule {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box of TeX, in points. */
export interface MathBox {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly glyphs: readonly SetGlyph[];
  readonly rules: readonly SetRule[];
}

export const EMPTY_BOX: MathBox = { width: 0, height: 0, depth: 0, glyphs: [], rules: [] };

export function glyphBox(family: Family, encoding: Encoding, code: number, size: number): MathBox {
  const { width, height, depth } = metricsOf(family, encoding, code, size);
  return { width, height, depth, glyphs: [{ family, encoding, code, size, x: 0, y: 0 }], rules: [] };
}

/** Returns a line whose lower edge is on the baseline. */
export function ruleBox(width: number, thickness: number): MathBox {
  return { width, height: thickness, depth: 0, glyphs: [], rules: [{ x: 0, y: 0, width, height: thickness }] };
}

export function kern(width: number): MathBox {
  return { ...EMPTY_BOX, width };
}

/** Moves the content of a box. Its width stays the same. */
export function shifted(box: MathBox, dx: number, dy: number): MathBox {
  return {
    width: box.width,
    height: box.height + dy,
    depth: box.depth - dy,
    glyphs: box.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + dx, y: glyph.y + dy })),
    rules: box.rules.map((rule) => ({ ...rule, x: rule.x + dx, y: rule.y + dy })),
  };
}

/** Prints boxes over each other without moving them. */
export function overlaid(boxes: readonly MathBox[], width: number): MathBox {
  return {
    width,
    height: Math.max(0, ...boxes.map((box) => box.height)),
    depth: Math.max(0, ...boxes.map((box) => box.depth)),
    glyphs: boxes.flatMap((box) => box.glyphs),
    rules: boxes.flatMap((box) => box.rules),
  };
}

/** Sets boxes side by side on one baseline. */
export function sideBySide(boxes: readonly MathBox[]): MathBox {
  let x = 0;
  const placed = boxes.map((box) => {
    const here = shifted(box, x, 0);
    x += box.width;
    return here;
  });
  return overlaid(placed, x);
}

export function centred(box: MathBox, width: number): MathBox {
  return { ...shifted(box, (width - box.width) / 2, 0), width };
}
