/**
 * Font parameters of Computer Modern. TeX uses these parameters to place the parts of a formula (The TeXbook, appendix
 * G). The values are in em of cmsy10, cmsy7 and cmsy5, and of cmex10. Other fonts differ by a few hundredths, so rules
 * add a tolerance.
 */

/** Parameters of the symbol font by style: text, script, second-level script. */
const SIGMA = {
  /** σ8: height of a displayed numerator's baseline above the baseline of the row. */
  num1: [0.677, 0.732, 0.925],
  /** σ9: the same height for an inline numerator. */
  num2: [0.394, 0.384, 0.387],
  /** σ11: depth of a displayed denominator's baseline below the baseline of the row. */
  denom1: [0.686, 0.752, 1.025],
  /** σ12: the same depth for an inline denominator. */
  denom2: [0.345, 0.344, 0.532],
  /** σ13, σ14, σ15: rise of a superscript in displays, inline, and in cramped styles such as denominators. */
  sup1: [0.413, 0.503, 0.504],
  sup2: [0.363, 0.431, 0.404],
  sup3: [0.289, 0.286, 0.294],
  /** σ16, σ17: drop of a subscript without a superscript, and with one. */
  sub1: [0.15, 0.143, 0.2],
  sub2: [0.247, 0.286, 0.4],
  /** σ22: height of the axis. Bars, operators and tall brackets are centred on the axis. */
  axisHeight: [0.25, 0.25, 0.25],
} as const;

/** Parameters of the extensible font. */
const XI = {
  /** ξ9, ξ10: minimum space between an operator and its upper and lower limit. */
  aboveOperator: 0.111,
  belowOperator: 0.167,
  /** ξ11, ξ12: distance from an operator's edge to a limit's baseline, unless the limit is deep or high. */
  upperBaseline: 0.2,
  lowerBaseline: 0.6,
} as const;

/** Height of the formula axis above the baseline in em. */
export const AXIS = SIGMA.axisHeight[0];

/** Size of scripts and of parts of inline fractions, as a share of the text size: 7 of 10 points. */
export const TEX_SCRIPT = 0.7;

/**
 * Distances from a fraction's bar to the baselines of its parts, in em of the parts. Parts of inline fractions have
 * script size.
 */
export const FRACTION = {
  displayed: { rise: SIGMA.num1[0] - AXIS, drop: SIGMA.denom1[0] + AXIS },
  text: { rise: (SIGMA.num2[0] - AXIS) / TEX_SCRIPT, drop: (SIGMA.denom2[0] + AXIS) / TEX_SCRIPT },
} as const;

/** Distance in em between the baselines of the two parts of a displayed fraction or binomial coefficient. */
export const DISPLAYED_STEP = SIGMA.num1[0] + SIGMA.denom1[0];

/** Usual shifts of a script in em of its base. The base is a letter of the text or itself a script. */
export const SCRIPT_SHIFT = {
  ofText: { up: SIGMA.sup1[0], down: SIGMA.sub2[0] },
  ofScript: { up: SIGMA.sup2[1], down: SIGMA.sub1[1] },
} as const;

/** Space between an operator and its limits in em: the minimum space, and the distance of the limit's baseline. */
export const LIMIT_SPACE = {
  above: { least: XI.aboveOperator, baseline: XI.upperBaseline },
  below: { least: XI.belowOperator, baseline: XI.lowerBaseline },
} as const;

/** Thin space between atoms in em: 3 of 18 mu (The TeXbook, chapter 18). Medium and thick spaces have 4 and 5 mu. */
export const THIN_SPACE = 3 / 18;

/** Space after a script in em at 10 points: `\scriptspace`, half a point. */
export const SCRIPT_SPACE = 0.05;

/** Space on both sides of a fraction in em at 10 points: `\nulldelimiterspace`, 1.2 points. */
export const BESIDE_FRACTION = 0.12;

/** Italic correction of cmex10's display integral in em. TeX shifts the limits by half of this correction. */
export const INTEGRAL_SLANT = 0.444;

/** The larger italic corrections of formula letters in em (cmmi10). TeX counts the correction as part of the letter. */
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
