import type { Family } from './font-metrics.ts';
import { EMPTY_BOX, glyphBox, overlaid, shifted, type MathBox } from './math-box.ts';
import { DELIMITERS, type Delimiter } from './math-codes.ts';
import { NULL_DELIMITER, parameter, sizeOf, type Style } from './style.ts';

const EXTENSIBLE_PT = 10;

/** Returns a delimiter whose height and depth add up to at least this size, from its font. */
function delimiterOf(name: string, least: number, style: Style): MathBox {
  const { small, sizes, parts } = DELIMITERS[name] as Delimiter;
  const { family, sizes: fontSizes } = style.fonts;
  const text = [sizeOf(style), fontSizes[0]].map((size) => small && glyphBox(family, small.encoding, small.code, size));
  const large = sizes.map((code) => glyphBox(family, 'OMX', code, EXTENSIBLE_PT));
  const all = [...text, ...large].filter((box) => box !== undefined);
  const fitting = all.find((box) => box.height + box.depth >= least);
  if (fitting) return fitting;
  return parts ? stacked(parts, least, family) : (all.at(-1) as MathBox);
}

/** Builds a delimiter from stacked parts. The repeated part fills the remaining space. */
function stacked(parts: NonNullable<Delimiter['parts']>, least: number, family: Family): MathBox {
  const part = (code: number) => glyphBox(family, 'OMX', code, EXTENSIBLE_PT);
  const tall = (box: MathBox) => box.height + box.depth;
  const fixed = [parts.top, parts.middle, parts.bottom].filter((code) => code !== undefined).map(part);
  const repeated = part(parts.repeated);
  const sides = parts.middle === undefined ? 1 : 2;
  const missing = least - fixed.reduce((sum, box) => sum + tall(box), 0);
  const count = Math.max(0, Math.ceil(missing / (sides * tall(repeated))));
  const fill = Array.from({ length: count }, () => parts.repeated);
  const codes = [parts.top, ...fill, parts.middle, ...(sides === 2 ? fill : []), parts.bottom];
  let below = 0;
  const boxes = codes
    .filter((code) => code !== undefined)
    .map((code) => {
      const box = part(code);
      const placed = shifted(box, 0, -below - box.height);
      below += tall(box);
      return placed;
    });
  return { ...overlaid(boxes, boxes[0]?.width ?? 0), height: 0, depth: below };
}

/** Returns a delimiter centred on the axis. The empty name leaves a small space. */
export function fenceBox(name: string, least: number, style: Style): MathBox {
  if (name === '') return { ...EMPTY_BOX, width: NULL_DELIMITER };
  return onAxis(delimiterOf(name, least, style), style);
}

/** Moves a box so that its middle is on the axis. */
export function onAxis(box: MathBox, style: Style): MathBox {
  return shifted(box, 0, parameter('axis', style) - (box.height - box.depth) / 2);
}

/** Returns a root sign for content of this total height. */
export function radicalBox(least: number, style: Style): MathBox {
  return delimiterOf('\u221a', least, style);
}
