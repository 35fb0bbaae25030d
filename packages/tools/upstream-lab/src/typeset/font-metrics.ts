import { widthOfText } from '../pdf/standard-fonts.ts';

/** The encodings of TeX's fonts for formulas. */
export type Encoding = 'OT1' | 'OML' | 'OMS' | 'OMX';

/** Extents of a glyph at size 1. */
export interface Metrics {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Italic correction. */
  readonly italic: number;
  /** How far to the right of the glyph's middle an accent is placed. */
  readonly skew: number;
}

/** Reads thousandths of the size by code. `0x5` means five zeros. */
const table = (values: string): number[] =>
  values
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [value, count = 1] = entry.split('x').map(Number);
      return Array.from({ length: count }, () => value ?? 0);
    });

/**
 * Computer Modern at 10 points, by code.
 *
 * Source: the measures of D. E. Knuth's fonts cmr10, cmmi10 and cmsy10, as KaTeX lists them by character (Copyright (c)
 * 2013-2020 Khan Academy and other contributors, MIT licence).
 */
const TEXT_FONTS: Readonly<Record<Exclude<Encoding, 'OMX'>, Readonly<Record<keyof Metrics, readonly number[]>>>> = {
  OT1: {
    width: table(`
      625 833 778 694 667 750 722 778 722 778 722 306x3 833 833 278 306 500x5 750 528 500 722 778 500 903 1014 778 278
      278 500 833 500 833 778 278 389 389 500 778 278 333 278 500x11 278 278 500 778 500 472 778 750 708 722 764 681
      653 785 750 361 514 778 625 917 750 778 681 778 736 556 722 750 750 1028 750 750 611 278 500 278 500 278 278 500
      556 444 556 444 306 500 556 278 306 528 278 833 556 500 556 528 392 394 389 556 528 722 528 528 444 500 1000 528
      500 500`),
    height: table(`
      683x11 694x5 431 431 694 694 628 694 568 694 431 694 431 431 528 683 683 732 431 694x3 750 750 694 694 750 750
      465 583 106 431 106 750 644x10 431x3 367 431 694 694 683x26 750 694 750 694 668 694 431 694 431 694 431 694 431
      694 668 668 694 694 431x7 615 431x8 694 668 668`),
    depth: table(`
      0x17 194 0x10 97 0 0 49 0x3 194 56 56 0 0 250 250 -35 83 194 0 0 250 0x11 194 0 -133 0x19 194 0x9 250 0 250 0x9
      194 0 0 194 0x5 194 194 0x7 194 0x4 350 0`),
    italic: table(`
      0x11 78x3 0x72 14 14 0 25 0x12 78 14 0x14 14 14 0 14 0 28 28 0x3`),
    skew: table(`
      0x128`),
  },
  OML: {
    width: table(`
      615 833 763 694 742 831 780 583 667 612 772 640 566 518 444 406 438 497 469 354 576 583 603 494 438 570 517 571
      437 540 596 626 651 622 466 591 828 517 363 654 1000x4 1126 1126 500x12 278 278 778 500 778 500 531 750 759 715
      828 738 643 786 831 440 555 849 681 970 803 763 642 791 759 613 584 683 583 944 828 581 683 389x3 1000 1000 417
      529 429 433 520 466 490 477 576 345 412 521 298 878 600 485 503 446 451 469 361 572 485 716 572 490 465 278 306
      636 500 500`),
    height: table(`
      683x11 431 694 431 694 431 694 431 694 431 431 694 431 431 694 431x5 694 431 694 431 431 694 431x4 367x4 511 511
      465 465 431x10 106 106 539 750 539 465 694 683x26 750 694 694 358 358 694 431 694 431 694 431 694 431 694 660
      660 694 694 431x7 615 431x9 714 431`),
    depth: table(`
      0x12 194 194 0 0 194 194 0x4 194 0 194 0 194 0x3 194x3 0x4 194 97 194 -133x4 11 11 -35 -35 0x11 194 39 250 39
      -35 0x17 194 0x10 194 194 -142 -142 0x6 194 194 0 0 194 0x5 194 194 0x7 194 0 0 194 194 0 0`),
    italic: table(`
      139 0 28 0 76 81 58 139 0 110 50 4 53 56 38 0 74 36 28 0x4 64 46 36 0 36 113 36 0 0 36 36 0 0 28 0 80 0x25 56 0
      50 72 28 58 139 0 81 78 96 72 0 109 109 28 139 0 8 58 139 109 222 139 78 222 72 0x11 108 36 0 0 57 31 20 0x4 36
      28 0x3 36 27 0 36 44 0x3 154 0`),
    skew: table(`
      83 167 83 167 83 56 83 56 83 56 83 28 83 0 56 56 83 56 83 56 0 0 28 28 111 0 83 0 28 28 83 56 111 0 83 83 0 83x3
      0x24 83 139 83 83 56 83x3 56 111 167 56 28 83x8 28 0 0 83 0 83 0x5 111 0 0 56 167 56 167 28 0x4 83 0 0 56 83 83
      56 56 83 28 28 83 28 56 56 0 0 111 0 0`),
  },
  OMS: {
    width: table(`
      778 278 778 500 778 500 778x7 1000 500 500 778x12 1000 1000 778 778 1000 1000 500 500 1000x3 778 1000 1000 611
      611 1000x3 778 275 1000 667 667 889 889 0 0 556 556 667 500 722 722 778 778 611 798 657 527 771 528 719 595 845
      545 678 762 690 1201 820 796 696 817 848 606 545 626 613 988 713 668 725 667x5 611 611 444x4 500 500 389 389 278
      500 500 611 500 278 833 750 833 417 667 667 778 778 444x3 611 778x4`),
    height: table(`
      583 444 583 465 583 444 583x7 694 444 444 464 464 636x6 367 483 539x6 367 367 694 694 367 694 694 464 367 367
      694 694 367 694 694 431 556 431 539 539 694 694 431 511 694 694 431 750 694x5 683x26 556x5 694 694 750x13 694 40
      683 683 694 556 556 636 636 694x8`),
    depth: table(`
      83 -56 83 -35 83 -56 83x7 194 -56 -56 -36 -36 136x6 -133 -17 39x6 -133 -133 194 194 -133 194 194 -36 -133 -133
      194 194 -133 194 194 0x3 39 39 194 194 0 11 0x3 56 0x11 97 0 0 97 0x6 97 0x7 97 0x8 250x13 194 960 0 0 194 0 0
      136 136 194x4 130x4`),
    italic: table(`
      0x66 30 58 28 89 99 59 10 74 185 14 0 0 147 28 82 0 0 75 254 99 82 82 146 82 79 0x24 111 0x12`),
    skew: table(`
      0x65 194 139 139 83 111x4 0 167 56 139 139 83 111 83 111 83 139 0 83 0 83 139 83 139 0x37`),
  },
};

/**
 * Glyphs of the extensible font (cmex10) by code: width, height and depth in thousandths.
 *
 * Source: as above. Codes and heights are from The TeXbook, appendix F, figure 8.
 */
const EXTENSIBLE = new Map<number, readonly [width: number, height: number, depth: number, italic?: number]>([
  ...pairs([0, 2, 4, 6, 8, 10], [458, 417, 472, 472, 583, 472], 40, 1160),
  [12, [333, 0, 600]],
  [13, [556, 0, 600]],
  ...pairs([16], [597], 40, 1760),
  ...pairs([18, 20, 22, 24, 26, 28], [736, 528, 583, 583, 750, 750], 40, 2360),
  ...pairs([32, 34, 36, 38, 40, 42], [792, 583, 639, 639, 806, 806], 40, 2960),
  ...pairs([48, 50, 52], [875, 667, 667], 40, 1760),
  ...pairs([54], [667], 0, 600),
  ...pairs([56, 58], [889, 889], 0, 900),
  ...pairs([60], [889], 0, 1800),
  [62, [889, 0, 300]],
  ...pairs([64], [875], 40, 1760),
  ...pairs([66], [875], 0, 600),
  ...pairs([68], [611], 40, 1760),
  [70, [833, 0, 1000]],
  [71, [1111, 0, 1400]],
  [72, [472, 0, 1111, 194]],
  [73, [556, 0, 2222, 444]],
  ...[74, 76, 78].flatMap((code) => [[code, [1111, 0, 1000]] as const, [code + 1, [1511, 0, 1400]] as const]),
  [80, [1056, 0, 1000]],
  [81, [944, 0, 1000]],
  [82, [472, 0, 1111, 194]],
  ...[83, 84, 85, 86, 87].map((code) => [code, [833, 0, 1000]] as const),
  [88, [1444, 0, 1400]],
  [89, [1278, 0, 1400]],
  [90, [556, 0, 2222, 444]],
  ...[91, 92, 93, 94, 95].map((code) => [code, [1111, 0, 1400]] as const),
  [96, [944, 0, 1000]],
  [97, [1278, 0, 1400]],
  [98, [556, 722, 0]],
  [99, [1000, 750, 0]],
  [100, [1444, 750, 0]],
  [101, [556, 722, 0]],
  [102, [1000, 750, 0]],
  [103, [1444, 750, 0]],
  ...pairs([104, 106, 108, 110], [472, 528, 528, 667], 40, 1760),
  [112, [1000, 40, 1160]],
  [113, [1000, 40, 1760]],
  [114, [1000, 40, 2360]],
  [115, [1000, 40, 2960]],
  [116, [1056, 40, 1760]],
  [117, [1056, 40, 560]],
  [118, [1056, 40, 560]],
  ...pairs([122, 124], [450, 450], 120, 0),
]);

/** Returns pairs of brackets, which have consecutive codes and equal extents. */
function pairs(
  codes: readonly number[],
  widths: readonly number[],
  height: number,
  depth: number,
): (readonly [number, readonly [number, number, number]])[] {
  return codes.flatMap((code, i) => {
    const extents = [widths[i] ?? 0, height, depth] as const;
    return [[code, extents] as const, [code + 1, extents] as const];
  });
}

/** The ratio of glyph widths at other sizes to those at 10 points, relative to the size. */
const WIDENING: Readonly<Record<number, number>> = {
  12: 0.98,
  10.95: 0.99,
  9: 1.03,
  8: 1.06,
  7: 1.14,
  6: 1.22,
  5: 1.36,
};

/** The font families: Computer Modern, and one of the sets of formula fonts for Times. */
export type Family = 'computer modern' | 'times';

/** Returns the extents of a glyph in points. */
export function metricsOf(family: Family, encoding: Encoding, code: number, size: number): Metrics {
  return family === 'times' ? metricsOfTimes(encoding, code, size) : metricsOfModern(encoding, code, size);
}

function metricsOfModern(encoding: Encoding, code: number, size: number): Metrics {
  const unit = size / 1000;
  if (encoding === 'OMX') {
    const [width, height, depth, italic = 0] = EXTENSIBLE.get(code) ?? [0, 0, 0];
    return { width: width * unit, height: height * unit, depth: depth * unit, italic: italic * unit, skew: 0 };
  }
  const font = TEXT_FONTS[encoding];
  const wide = unit * (WIDENING[size] ?? 1);
  return {
    width: (font.width[code] ?? 0) * wide,
    height: (font.height[code] ?? 0) * unit,
    depth: (font.depth[code] ?? 0) * unit,
    italic: (font.italic[code] ?? 0) * wide,
    skew: (font.skew[code] ?? 0) * wide,
  };
}

/** The heights of Times letters relative to Computer Modern, and the stretch of its extensible signs. */
const TIMES_HEIGHT = 1.02;
const TIMES_STRETCH = 0.94;

/**
 * Returns the extents of a glyph: letters and digits have the widths of Times, and signs have the widths of its formula
 * fonts, which are close to Knuth's.
 */
function metricsOfTimes(encoding: Encoding, code: number, size: number): Metrics {
  const own = metricsOfModern(encoding, code, 10);
  const scale = size / 10;
  if (encoding === 'OMX') {
    const depth = own.depth * TIMES_STRETCH * scale;
    return {
      ...own,
      width: own.width * TIMES_STRETCH * scale,
      height: own.height * scale,
      depth,
      italic: own.italic * scale,
    };
  }
  const letter = String.fromCharCode(code);
  const isLetter = /[A-Za-z]/.test(letter) ? encoding !== 'OMS' : encoding === 'OT1' && /[!-/\d:;=?]/.test(letter);
  const width = isLetter
    ? widthOfText(letter, encoding === 'OML' ? 'Times-Italic' : 'Times-Roman', size)
    : own.width * scale;
  return {
    width,
    height: own.height * TIMES_HEIGHT * scale,
    depth: own.depth * TIMES_HEIGHT * scale,
    italic: 0.5 * own.italic * scale,
    skew: 0.5 * own.skew * scale,
  };
}
