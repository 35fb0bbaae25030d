/**
 * Font parameters of Computer Modern, which TeX uses to place the parts of a formula (The TeXbook, appendix G). Values
 * in em of cmsy10, cmsy7 and cmsy5, and of cmex10. Other fonts differ by a few hundredths, so rules add a tolerance.
 */

/** Parameters of the symbol font by style: text, script, second-level script. */
const SIGMA = {
  /** σ8: baseline of a displayed numerator above the baseline of the row. */
  num1: [0.677, 0.732, 0.925],
  /** σ9: the same inline. */
  num2: [0.394, 0.384, 0.387],
  /** σ11: baseline of a displayed denominator below the baseline of the row. */
  denom1: [0.686, 0.752, 1.025],
  /** σ12: the same inline. */
  denom2: [0.345, 0.344, 0.532],
  /** σ13, σ14, σ15: rise of a superscript in displays, inline, and in cramped styles such as denominators. */
  sup1: [0.413, 0.503, 0.504],
  sup2: [0.363, 0.431, 0.404],
  sup3: [0.289, 0.286, 0.294],
  /** σ16, σ17: drop of a subscript without and with a superscript above it. */
  sub1: [0.15, 0.143, 0.2],
  sub2: [0.247, 0.286, 0.4],
  /** σ22: height of the axis, on which bars, operators and tall brackets are centred. */
  axisHeight: [0.25, 0.25, 0.25],
} as const;

/** Parameters of the extensible font. */
const XI = {
  /** ξ9, ξ10: least space between an operator and the limit above and below it. */
  aboveOperator: 0.111,
  belowOperator: 0.167,
  /** ξ11, ξ12: distance of a limit's baseline from an operator's edge, unless the limit is deep or high. */
  upperBaseline: 0.2,
  lowerBaseline: 0.6,
} as const;

/** Height of the formula axis above the baseline in em. */
export const AXIS = SIGMA.axisHeight[0];

/** Size of scripts and of parts of inline fractions as a share of the text: 7 of 10 points. */
export const TEX_SCRIPT = 0.7;

/** Distances of a fraction's baselines from its bar, in em of its parts. Parts of inline fractions are script-sized. */
export const FRACTION = {
  displayed: { rise: SIGMA.num1[0] - AXIS, drop: SIGMA.denom1[0] + AXIS },
  text: { rise: (SIGMA.num2[0] - AXIS) / TEX_SCRIPT, drop: (SIGMA.denom2[0] + AXIS) / TEX_SCRIPT },
} as const;

/** Distance between the baselines of a displayed fraction's or binomial coefficient's parts, in em. */
export const DISPLAYED_STEP = SIGMA.num1[0] + SIGMA.denom1[0];

/** Usual shifts of a script in em of its base, if the base is a letter of the text or itself a script. */
export const SCRIPT_SHIFT = {
  ofText: { up: SIGMA.sup1[0], down: SIGMA.sub2[0] },
  ofScript: { up: SIGMA.sup2[1], down: SIGMA.sub1[1] },
} as const;

/** Space between an operator and its limits in em: least space, and distance of the limit's baseline. */
export const LIMIT_SPACE = {
  above: { least: XI.aboveOperator, baseline: XI.upperBaseline },
  below: { least: XI.belowOperator, baseline: XI.lowerBaseline },
} as const;

/** Spaces between atoms in em (The TeXbook, chapter 18): 3, 4 and 5 mu of 18. */
export const THIN_SPACE = 3 / 18;

/** Space after a script in em at 10 points: `\scriptspace`, half a point. */
export const SCRIPT_SPACE = 0.05;

/** Space on both sides of a fraction in em at 10 points: `\nulldelimiterspace`, 1.2 points. */
export const BESIDE_FRACTION = 0.12;

/** Italic correction of the display integral of cmex10 in em. Limits are shifted by half of it. */
export const INTEGRAL_SLANT = 0.444;

/** The larger italic corrections of formula letters in em (cmmi10). TeX counts them as part of the letter. */
export const ITALIC_CORRECTIONS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.222, 'VY'],
      [0.139, 'TFPWΓΥ'],
      [0.107, 'NMUfΨJτ'],
      [0.075, 'HKXCZΞΠIζ'],
      [0.058, 'ESΣjνγ∂'],
      [0.05, 'BzΩβξ'],
      [0.036, 'gqvyδηπσυψω'],
    ] as const
  ).flatMap(([correction, letters]) => Array.from(letters, (letter) => [letter, correction])),
);
