import type { Box } from '../block.ts';

/** The alphabets of formulas, as TeX's commands tell them apart. */
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

/** The height of a glyph above its baseline and its depth below, sizes. */
export type Extent = readonly [height: number, depth: number];

/** A glyph on a page, points from the page's upper left corner. */
export interface PlacedGlyph {
  /** What is printed: a character, a ligature, a combining accent, or a part of a tall bracket. */
  readonly sign: string;
  readonly alphabet: Alphabet;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Font size. */
  readonly size: number;
  /** Code in TeX's extensible font (OMX), whose glyphs hang below their baseline by an amount that the code tells. */
  readonly extensible?: number;
  /** Whether its font has other heights than Computer Modern. */
  readonly hangs?: boolean;
  /** Its height and depth by its outline. */
  readonly extent?: Extent;
  /** The arrow over it, which may go on over the letters after it. */
  readonly arrow?: Readonly<Record<'left' | 'right', number>>;
  /** The line within text that it stands on or hangs from: of a fraction, or of a root. */
  readonly bars?: readonly Bar[];
}

/** A thin horizontal line. */
export interface Bar {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Height of the axis of formulas above the baseline, sizes (σ22 of CMSY10; The TeXbook, appendix G). */
export const AXIS = 0.25;

/** Size of TeX's scripts, and of the parts of fractions within text, as a share of that of the text. */
export const TEX_SCRIPT = 0.7;

/** Height and depth of glyphs of the extensible font by code, sizes (CMEX10). */
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

/** Where the baselines of both parts of a fraction are, sizes of the parts (σ8, σ9, σ11, σ12 and σ22 of CMSY10; The TeXbook, appendix G). */
const FRACTION = { displayed: { rise: 0.43, drop: 0.94 }, text: { rise: 0.2, drop: 0.85 } };

/** How far a baseline is from where the parts of a fraction are, sizes of the parts. */
export function distanceFromParts(baseline: number, bar: Bar, size: number, style: keyof typeof FRACTION): number {
  const { rise, drop } = FRACTION[style];
  const own = (baseline - bar.y) / size;
  return Math.min(Math.abs(own + rise), Math.abs(own - drop));
}

/** Classes of glyphs with about the same height and depth in all text fonts, sizes. */
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
/** What an accent adds to its letter: it stands on the x-height and is about as high as a capital. */
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

/** The approximate ink of a glyph. PDF says only where a glyph's baseline begins and how wide it is. */
export function inkOf({ sign, left, right, baseline, size, extensible, extent }: PlacedGlyph): Box {
  const [height, depth] =
    extent ?? (extensible === undefined ? extentOf(sign) : (EXTENSIBLE_EXTENTS[extensible] ?? DEFAULT_EXTENT));
  return { left, right, top: baseline - height * size, bottom: baseline + depth * size };
}

/** Codes of parts of brackets, roots and arrows, and of accents: where they stand says nothing about their row. */
const PARTS: readonly (readonly [from: number, to: number])[] = [
  [12, 13],
  [48, 67],
  [98, 103],
  [112, 127],
];

/** Whether the glyph is centred on the axis of its row: a whole bracket or operator of the extensible font. */
export function isCentred({ extensible }: Pick<PlacedGlyph, 'extensible'>): boolean {
  return extensible !== undefined && !PARTS.some(([from, to]) => extensible >= from && extensible <= to);
}

/** Codes of whole signs of roots. They reach as far above the axis as below it where they enclose letters of their row only. */
const ROOTS = { first: 112, last: 115 } as const;

/** The baseline of the row on whose axis a sign of the extensible font is centred, points. */
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
