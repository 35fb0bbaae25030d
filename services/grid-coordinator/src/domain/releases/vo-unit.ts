/** A unit that the Virtual Observatory does not recommend, as a power of ten of a recommended unit. */
const BASE_UNITS: ReadonlyMap<string, readonly [unit: string, exponent: number]> = new Map(
  Object.entries({
    Angstrom: ['nm', -1],
    AA: ['nm', -1],
    A: ['nm', -1],
    nm: ['nm', 0],
    um: ['um', 0],
    micron: ['um', 0],
    mm: ['mm', 0],
    cm: ['cm', 0],
    m: ['m', 0],
    erg: ['J', -7],
    J: ['J', 0],
    W: ['W', 0],
    s: ['s', 0],
    Hz: ['Hz', 0],
    sr: ['sr', 0],
    Jy: ['Jy', 0],
  }),
);

/** A product of units: `cm-2`, `cm**-2`, `cm^-2` and `/cm` are the same factor. */
const FACTOR = /^(\/?)([A-Za-z]+)(?:(?:\*\*|\^)?\(?([+-]?\d)\)?)?$/;

/** The exponent of ten in metres of each unit of length. */
const METRES: ReadonlyMap<string, number> = new Map(Object.entries({ nm: -9, um: -6, mm: -3, cm: -2, m: 0 }));

/**
 * Translates a unit as engines and FITS files write it (`erg cm-2 s-1 Angstrom-1`) to VOUnits 1.0
 * (`0.01J.m**-2.s**-1.nm**-1`). Returns undefined for unknown units.
 *
 * VOUnits deprecates Angstrom and erg, and readers warn about these units.
 */
export function voUnit(text: string): string | undefined {
  const factors = text
    .trim()
    .replaceAll('/', ' /')
    .replaceAll(/\/ +/g, '/')
    .split(/[\s.]+|(?<!\*)\*(?!\*)/)
    .filter((part) => part !== '');
  if (factors.length === 0) return undefined;
  let exponent = 0;
  const units: string[] = [];
  for (const factor of factors) {
    const [, over, name = '', power = '1'] = FACTOR.exec(factor) ?? [];
    const base = BASE_UNITS.get(name);
    if (base === undefined) return undefined;
    const signed = Number(power) * (over === '/' ? -1 : 1);
    const [unit, own] = base[0] === 'cm' ? (['m', -2] as const) : base;
    exponent += own * signed;
    units.push(signed === 1 ? unit : `${unit}**${signed}`);
  }
  return `${exponent === 0 ? '' : powerOfTen(exponent)}${units.join('.')}`;
}

/** Writes a scale factor. VOUnits allows a decimal number that is a power of ten. */
function powerOfTen(exponent: number): string {
  return exponent > 0 ? `1${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}1`;
}

/** Returns how many metres a unit of length has, or undefined for any other unit. */
export function metresIn(text: string): number | undefined {
  const base = BASE_UNITS.get(text.trim());
  const length = base && METRES.get(base[0]);
  return base === undefined || length === undefined ? undefined : Number(`1e${base[1] + length}`);
}
