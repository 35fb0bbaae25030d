/** A star in the name resolver. The values are rounded and only suitable for tests. */
export interface Star {
  /** The main name, spelled as in SIMBAD (`* tau Sco`). */
  readonly mainName: string;
  readonly aliases: readonly string[];
  /** ICRS, degrees. */
  readonly raDeg: number;
  readonly decDeg: number;
  readonly objectType: string;
  readonly spectralType?: string;
  /** Milliarcseconds. */
  readonly parallaxMas?: number;
  /** km/s. */
  readonly velocityKms?: number;
  /** mas/yr. */
  readonly properMotion?: readonly [number, number];
  readonly magnitudes?: Readonly<Record<string, number>>;
}

/** [main name, aliases, RA, Dec, type, spectral type, parallax, velocity, magnitudes B, V]. */
type Row = readonly [
  string,
  string,
  number,
  number,
  string,
  string,
  number | undefined,
  number | undefined,
  number | undefined,
  number | undefined,
];

const ROWS: readonly Row[] = [
  [
    '* alf Lyr',
    'Vega|HD 172167|HR 7001|HIP 91262|BD+38 3238',
    279.23473,
    38.78369,
    'dS*',
    'A0Va',
    130.23,
    -20.6,
    0.03,
    0.03,
  ],
  [
    '* alf CMa',
    'Sirius|HD 48915|HR 2491|HIP 32349',
    101.28716,
    -16.71612,
    'SB*',
    'A0mA1Va',
    379.21,
    -5.5,
    -1.46,
    -1.46,
  ],
  ['* alf CMa B', 'Sirius B|WD 0642-166|GJ 244 B', 101.28663, -16.72092, 'WD*', 'DA1.9', 374.49, undefined, 8.41, 8.44],
  [
    '* alf CMi',
    'Procyon|HD 61421|HR 2943|HIP 37279|GJ 280',
    114.8255,
    5.22499,
    'SB*',
    'F5IV-V+DQZ',
    284.56,
    -3.2,
    0.74,
    0.37,
  ],
  ['* alf Cyg', 'Deneb|HD 197345|HR 7924|HIP 102098', 310.35798, 45.28034, 'sg*', 'A2Ia', 2.31, -4.9, 1.34, 1.25],
  ['* bet Ori', 'Rigel|HD 34085|HR 1713|HIP 24436', 78.63447, -8.20164, 's*b', 'B8Iae', 3.78, 17.8, 0.1, 0.13],
  ['* tau Sco', 'HD 149438|HR 6165|HIP 81266|CD-27 11015', 248.97063, -28.21602, '*', 'B0.2V', 5.3, 2, 2.61, 2.82],
  ['* 10 Lac', 'HD 214680|HR 8622|HIP 111841|BD+38 4826', 339.81533, 39.05027, '*', 'O9V', 2.14, -10.1, 4.67, 4.88],
  ['* zet Pup', 'Naos|HD 66811|HR 3165|HIP 39429', 120.89603, -40.00315, 'BS*', 'O4I(n)fp', 3.01, -23.9, 1.98, 2.25],
  ['* lam Cep', 'HD 210839|HR 8469|HIP 109556', 332.87737, 59.41447, '*', 'O6.5I(n)fp', 1.62, -75.1, 5.24, 5.05],
  ['* bet Cep', 'Alfirk|HD 205021|HR 8238|HIP 106032', 322.16499, 70.56071, 'bC*', 'B0.5IIIs', 4.76, -3.1, 3, 3.23],
  ['* phi Per', 'HD 10516|HR 496|HIP 8068', 25.91516, 50.68873, 'Be*', 'B1.5V:e-shell', 4.54, 0.8, 4.03, 4.06],
  ['* gam Cas', 'HD 5394|HR 264|HIP 4427', 14.17721, 60.71674, 'Be*', 'B0.5IVpe', 5.94, -6.8, 2.29, 2.39],
  ['* gam Equ', 'HD 201601|HR 8097|HIP 104858', 317.58542, 10.13158, 'a2*', 'A9VpSrCrEu', 27.55, -17.4, 4.94, 4.68],
  [
    '* alf And',
    'Alpheratz|Sirrah|HD 358|HR 15|HIP 677',
    2.09692,
    29.09043,
    'SB*',
    'B8IV-VHgMn',
    33.62,
    -10.1,
    1.95,
    2.06,
  ],
  ['* 53 Cam', 'AX Cam|HD 65339|HR 3109|HIP 39261', 120.42727, 60.32439, 'a2*', 'A3VpSrCrEu', 10.16, -4.8, 6.15, 6.02],
  ['HD 93129A', 'HD 93129 A|CD-58 2618', 160.98846, -59.54737, 's*b', 'O2If*', 0.37, undefined, 7.47, 7.26],
  ['HD 93250', 'HIP 52558|CPD-58 2661', 161.18869, -59.56518, '*', 'O4IIIfc', 0.4, -8.2, 7.6, 7.41],
  ['HD 84937', 'BD+14 2151|HIP 48152', 147.23353, 13.74409, 'PM*', 'F8V-5', 13.49, -15, 8.68, 8.32],
  ['HD 140283', 'BD-10 4149|HIP 76976', 235.75749, -10.93353, 'PM*', 'F3V', 16.27, -169, 7.71, 7.22],
  ['HD 209458', 'V376 Peg|HIP 108859|TIC 420814525', 330.79502, 18.88419, 'V*', 'F9V', 20.77, -14.8, 8.21, 7.63],
  ['HD 189733', 'V452 Vul|HIP 98505|GJ 4130', 300.18214, 22.71085, 'BY*', 'K2V', 50.57, -2.2, 8.58, 7.65],
  ['HD 127493', 'CD-22 10460|HIP 71096', 218.09067, -22.65669, 'HS*', 'sdO9.5VIIHe39', 5.9, 13, 9.8, 10.04],
  ['HD 149382', 'BD-03 3967|HIP 81145', 248.5973, -4.01475, 'HS*', 'sdB5VI:', 13, 13, 8.6, 8.94],
  ['BD+75 325', 'HIP 40047', 122.7204, 74.96607, 'HS*', 'sdO5VIIHe40', 7.3, -51.8, 9.2, 9.55],
  ['BD+28 4211', 'HIP 107864', 327.79604, 28.86375, 'HS*', 'sdO2VIIIHe5', 8.9, 22, 10.17, 10.58],
  ['Feige 110', 'WD 2317-054|HIP 115195', 349.99333, -5.16561, 'HS*', 'sdOB8VIII', 3.7, undefined, 11.53, 11.85],
  ['G191-B2B', 'WD 0501+527|G 191-B2B|EGGR 247', 76.37769, 52.8311, 'WD*', 'DA.8', 18.94, 22.1, 11.46, 11.69],
  ['GD 153', 'WD 1254+223', 194.25952, 22.03127, 'WD*', 'DA1.2', 14.6, undefined, 13.07, 13.35],
  ['GD 71', 'WD 0549+158', 88.11509, 15.88623, 'WD*', 'DA1.5', 19.56, undefined, 12.78, 13.03],
  ['HZ 43', 'WD 1314+293|HZ 43A', 199.09079, 29.09887, 'WD*', 'DAwk', 16.6, undefined, 12.59, 12.91],
  ['AD Leo', 'GJ 388|BD+20 2465', 154.90117, 19.87, 'Er*', 'dM3', 201.4, 12.3, 10.82, 9.52],
  [
    'GJ 699',
    "NAME Barnard's star|Barnard's star|HIP 87937|BD+04 3561a",
    269.45208,
    4.69336,
    'PM*',
    'M4V',
    546.98,
    -110.5,
    11.24,
    9.51,
  ],
  [
    'TRAPPIST-1',
    '2MASS J23062928-0502285|K2-112|TIC 278892590',
    346.62237,
    -5.04144,
    'LM*',
    'M7.5e',
    80.21,
    -51.7,
    undefined,
    18.8,
  ],
];

export const STARS: readonly Star[] = ROWS.map(
  ([mainName, aliases, raDeg, decDeg, objectType, spectralType, parallaxMas, velocityKms, b, v]) => ({
    mainName,
    aliases: aliases.split('|'),
    raDeg,
    decDeg,
    objectType,
    spectralType,
    ...(parallaxMas === undefined ? {} : { parallaxMas }),
    ...(velocityKms === undefined ? {} : { velocityKms }),
    magnitudes: Object.fromEntries(
      Object.entries({ B: b, V: v }).filter((band): band is [string, number] => band[1] !== undefined),
    ),
  }),
);

const GREEK_NAMES: Readonly<Record<string, string>> = {
  alpha: 'alf',
  beta: 'bet',
  gamma: 'gam',
  lambda: 'lam',
  zeta: 'zet',
  α: 'alf',
  β: 'bet',
  γ: 'gam',
  λ: 'lam',
  ζ: 'zet',
  τ: 'tau',
  φ: 'phi',
};

const BY_NAME = new Map(STARS.flatMap((star) => [star.mainName, ...star.aliases].map((name) => [normal(name), star])));

/** Finds a star by name. Ignores spaces, case and the prefixes `* ` and `NAME `. */
export function findStar(name: string): Star | undefined {
  return BY_NAME.get(normal(name));
}

function normal(name: string): string {
  const bare = name
    .trim()
    .replace(/^(?:\*|NAME|V\*)\s+/, '')
    .toLowerCase();
  return bare.replace(/^(\p{L}+)(?=\s)/u, (letter) => GREEK_NAMES[letter] ?? letter).replace(/\s+/g, '');
}
