/** Each letter has SIMBAD's abbreviation and other spellings. */
const ROWS = `α alf alpha|β bet beta|γ gam gamma|δ del delta|ε eps epsilon|ζ zet zeta|η eta|θ tet theta|ι iot iota
κ kap kappa|λ lam lambda|μ mu mu.|ν nu nu.|ξ ksi xi|ο omi omicron|π pi pi.|ρ rho|σ sig sigma|τ tau|υ ups upsilon|φ phi
χ chi|ψ psi|ω ome omega`
  .split(/[|\n]/)
  .map((row) => row.split(' '));

const SHORT = new Map(
  ROWS.flatMap(([sign = '', short = '', ...more]) => [sign, short, ...more].map((name) => [name, short])),
);

/** Matches the name or abbreviation of a letter, also capitalised. */
export const GREEK_NAME = [...SHORT.keys()]
  .filter((name) => name.length > 1)
  .toSorted((a, b) => b.length - a.length)
  .map((name) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1).replace('.', '\\.')}`)
  .join('|');

/** Returns the abbreviation of a Greek letter, written as a symbol or by any of its names. */
export const latinLetter = (written: string): string => SHORT.get(written.toLowerCase()) ?? written;
