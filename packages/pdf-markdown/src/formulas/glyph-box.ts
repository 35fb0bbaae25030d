import type { Box } from '../block.ts';
import { AXIS, FRACTION } from '../tex/tex-metrics.ts';

/** The formula alphabets that TeX has commands for. */
export type Alphabet =
  | 'italic'
  | 'roman'
  | 'bold'
  | 'boldItalic'
  | 'calligraphic'
  | 'script'
  | 'blackboard'
  | 'fraktur'
  | 'sans'
  | 'typewriter'
  | 'textItalic';

/** Height above and depth below the baseline, in em. */
export type Extent = readonly [height: number, depth: number];

/** A glyph on a page, in points from the page's upper left corner. */
export interface PlacedGlyph {
  /** The printed character, ligature, combining accent, or part of a tall bracket. */
  readonly sign: string;
  readonly alphabet: Alphabet;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  /**
   * The glyph's code in TeX's extensible font (OMX). These glyphs extend down from their baseline by a length that
   * depends on the code.
   */
  readonly extensible?: number;
  /** Whether the heights of the glyph's font differ from Computer Modern's. */
  readonly hangs?: boolean;
  /** Height and depth according to the glyph's outline. */
  readonly extent?: Extent;
  /** The ends of the arrow over the glyph. The arrow may continue over the next letters. */
  readonly arrow?: Readonly<Record<'left' | 'right', number>>;
  /** Lines of inline fractions or roots above or below the glyph. */
  readonly bars?: readonly Bar[];
}

/** A thin horizontal line. */
export interface Bar {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Height and depth in em of the extensible font's glyphs, by code (CMEX10). */
const EXTENSIBLE: readonly (readonly [from: number, to: number, height: number, depth: number])[] = [
  [0, 11, 0.04, 1.16],
  [12, 13, 0, 0.6],
  [14, 15, 0.04, 1.16],
  [16, 17, 0.04, 1.76],
  [18, 31, 0.04, 2.36],
  [32, 45, 0.04, 2.96],
  [46, 47, 0.04, 1.76],
  [48, 53, 0.04, 1.76],
  [54, 55, 0, 0.6],
  [56, 59, 0, 0.9],
  [60, 61, 0, 1.8],
  [62, 62, 0, 0.3],
  [63, 63, 0, 0.6],
  [64, 65, 0.04, 1.76],
  [66, 67, 0, 0.6],
  [68, 69, 0.04, 1.76],
  [70, 70, 0, 1],
  [71, 71, 0, 1.4],
  [72, 72, 0, 1.11],
  [73, 73, 0, 2.22],
  [74, 74, 0, 1],
  [75, 75, 0, 1.4],
  [76, 76, 0, 1],
  [77, 77, 0, 1.4],
  [78, 78, 0, 1],
  [79, 79, 0, 1.4],
  [80, 81, 0, 1],
  [82, 82, 0, 1.11],
  [83, 87, 0, 1],
  [88, 89, 0, 1.4],
  [90, 90, 0, 2.22],
  [91, 95, 0, 1.4],
  [96, 96, 0, 1],
  [97, 97, 0, 1.4],
  [98, 103, 0.75, -0.56],
  [104, 111, 0.04, 1.76],
  [112, 112, 0.04, 1.16],
  [113, 113, 0.04, 1.76],
  [114, 114, 0.04, 2.36],
  [115, 115, 0.04, 2.96],
  [116, 116, 0.04, 1.76],
  [117, 118, 0, 0.6],
  [119, 121, 0, 0.6],
  [122, 125, 0.12, 0],
  [126, 127, 0, 0.6],
];

const EXTENSIBLE_EXTENTS = Array.from({ length: 128 }, (_, code) => {
  const entry = EXTENSIBLE.find(([from, to]) => code >= from && code <= to);
  return entry ? ([entry[2], entry[3]] as const) : ([0.7, 0.2] as const);
});

/**
 * Returns the distance from a baseline to TeX's nearest position for a numerator or denominator at this bar, in em of
 * the parts.
 */
export function distanceFromParts(baseline: number, bar: Bar, size: number, style: keyof typeof FRACTION): number {
  const { rise, drop } = FRACTION[style];
  const own = (baseline - bar.y) / size;
  return Math.min(Math.abs(own + rise), Math.abs(own - drop));
}

/** Classes of glyphs with similar height and depth in all text fonts, in em. */
const EXTENTS: readonly (readonly [RegExp, number, number])[] = [
  [/^[acemnorsuvwxzαικνοπστυωεϵϖϰı.,:;]$/u, 0.44, 0.01],
  [/^[gpqyηγμρχςφϕϱȷ]$/u, 0.44, 0.2],
  [/^[bdhklit\dA-PR-Zδθλϑℓ∂∇ΓΔΘΛΞΠΣΥΦΨΩ!?%&∞]$/u, 0.69, 0.01],
  [/^[fjQβζξψ]$/u, 0.69, 0.2],
  [/^[()[\]{}|/\\‖⟨⟩⌊⌋⌈⌉∣∥]$/u, 0.75, 0.25],
  [/^[−–—-]$/u, 0.29, -0.21],
  [/^[=≡≃≈∼⋅·∝←→↔⇒⇐⇔⟶⟹↦]$/u, 0.42, -0.08],
  [/^[+±∓×÷∗<>≤≥≪≫≲≳⊕⊗⊙∈∋⊂⊃⊆⊇∪∩∧∨∘∙⋆]$/u, 0.6, 0.1],
  [/^′+$/u, 0.56, -0.05],
  [/^(?:[´`ˆ˜¨˘ˇ˙˚¯˝]|\p{M})$/u, 0.7, -0.5],
  [/^√$/u, 0.04, 0.96],
];
const DEFAULT_EXTENT = [0.69, 0.1] as const;
/**
 * Height that an accent adds to its letter. An accent starts at the x-height and ends at about the height of a capital.
 */
const MARK_HEIGHT = 0.26;

const known = new Map<string, readonly [number, number]>();
const MOST_KNOWN = 5000;

function extentOf(sign: string): readonly [height: number, depth: number] {
  let extent = known.get(sign);
  if (!extent) {
    const [base = sign, ...marks] = /^\p{M}/u.test(sign) ? [sign] : sign.normalize('NFD');
    const entry = EXTENTS.find(([pattern]) => pattern.test(base));
    const [height, depth] = entry ? [entry[1], entry[2]] : DEFAULT_EXTENT;
    extent = [marks.length > 0 ? height + MARK_HEIGHT : height, depth];
    if (known.size < MOST_KNOWN) known.set(sign, extent);
  }
  return extent;
}

/**
 * Returns the approximate ink of a glyph. Without an outline, only the glyph's baseline, left edge and width are known,
 * and the heights are estimates.
 */
export function inkOf({ sign, left, right, baseline, size, extensible, extent }: PlacedGlyph): Box {
  const [height, depth] =
    extent ?? (extensible === undefined ? extentOf(sign) : (EXTENSIBLE_EXTENTS[extensible] ?? DEFAULT_EXTENT));
  return { left, right, top: baseline - height * size, bottom: baseline + depth * size };
}

/**
 * Codes of accents and of the parts of brackets, roots and arrows. The position of such a glyph does not show the
 * baseline of its row.
 */
const PARTS: readonly (readonly [from: number, to: number])[] = [
  [12, 13],
  [48, 67],
  [98, 103],
  [112, 127],
];

/**
 * Returns whether the glyph is centred on the axis of its row. Complete brackets and operators of the extensible font
 * are.
 */
export function isCentred({ extensible }: Pick<PlacedGlyph, 'extensible'>): boolean {
  return extensible !== undefined && !PARTS.some(([from, to]) => extensible >= from && extensible <= to);
}

/**
 * Codes of complete radical signs. A radical sign is centred on the axis if its contents are only letters of its row.
 */
const ROOTS = { first: 112, last: 115 } as const;

/** Returns the baseline, in points, of the row whose axis the extensible sign is centred on. */
export function rowBaseline({
  baseline,
  size,
  extensible,
  extent,
}: Pick<PlacedGlyph, 'baseline' | 'size' | 'extensible' | 'extent'>): number {
  const isRoot = extensible !== undefined && extensible >= ROOTS.first && extensible <= ROOTS.last;
  if (extensible === undefined || !(isRoot || isCentred({ extensible }))) return baseline;
  const [height, depth] = extent ?? EXTENSIBLE_EXTENTS[extensible] ?? DEFAULT_EXTENT;
  return baseline + ((depth - height) / 2 + AXIS) * size;
}
