import type { Encoding } from './font-metrics.ts';

/** TeX's classes of atoms (The TeXbook, chapter 17). */
export type AtomClass = 'ord' | 'op' | 'bin' | 'rel' | 'open' | 'close' | 'punct' | 'inner';

/** The glyph that TeX prints for a name, with its class. */
export interface MathCode {
  readonly class: AtomClass;
  readonly encoding: Encoding;
  readonly code: number;
}

/** Names by class and font, with their codes in hexadecimal (The TeXbook, appendix B, `\mathchardef`). */
const CODES: readonly (readonly [AtomClass, Encoding, string])[] = [
  ['ord', 'OT1', 'Gamma 00 Delta 01 Theta 02 Lambda 03 Xi 04 Pi 05 Sigma 06 Upsilon 07 Phi 08 Psi 09 Omega 0A'],
  [
    'ord',
    'OML',
    `alpha 0B beta 0C gamma 0D delta 0E epsilon 0F zeta 10 eta 11 theta 12 iota 13 kappa 14 lambda 15 mu 16 nu 17 xi 18
    pi 19 rho 1A sigma 1B tau 1C upsilon 1D phi 1E chi 1F psi 20 omega 21 varepsilon 22 vartheta 23 varpi 24 varrho 25
    varsigma 26 varphi 27 partial 40 flat 5B natural 5C sharp 5D ell 60 imath 7B jmath 7C wp 7D / 3D`,
  ],
  ['bin', 'OML', 'triangleright 2E triangleleft 2F star 3F'],
  [
    'rel',
    'OML',
    'leftharpoonup 28 leftharpoondown 29 rightharpoonup 2A rightharpoondown 2B < 3C > 3E smile 5E frown 5F',
  ],
  ['punct', 'OML', ', 3B'],
  [
    'bin',
    'OMS',
    `- 00 cdot 01 times 02 * 03 div 04 diamond 05 pm 06 mp 07 oplus 08 ominus 09 otimes 0A oslash 0B odot 0C bigcirc 0D
    circ 0E bullet 0F cup 5B cap 5C uplus 5D wedge 5E vee 5F setminus 6E wr 6F amalg 71 sqcup 74 sqcap 75 dagger 79
    ddagger 7A`,
  ],
  [
    'rel',
    'OMS',
    `asymp 10 equiv 11 subseteq 12 supseteq 13 leq 14 geq 15 preceq 16 succeq 17 sim 18 approx 19 subset 1A supset 1B
    ll 1C gg 1D prec 1E succ 1F leftarrow 20 rightarrow 21 uparrow 22 downarrow 23 leftrightarrow 24 nearrow 25 searrow 26
    simeq 27 Leftarrow 28 Rightarrow 29 Uparrow 2A Downarrow 2B Leftrightarrow 2C nwarrow 2D swarrow 2E propto 2F in 32
    ni 33 vdash 60 dashv 61 sqsubseteq 76 sqsupseteq 77`,
  ],
  [
    'ord',
    'OMS',
    `prime 30 infty 31 forall 38 exists 39 neg 3A emptyset 3B Re 3C Im 3D top 3E bot 3F aleph 40 nabla 72
    clubsuit 7C diamondsuit 7D heartsuit 7E spadesuit 7F | 6A`,
  ],
  [
    'op',
    'OMX',
    `sum 50 prod 51 int 52 bigcup 53 bigcap 54 biguplus 55 bigwedge 56 bigvee 57 coprod 60 oint 48 bigsqcup 46 bigodot 4A
    bigoplus 4C bigotimes 4E`,
  ],
  ['rel', 'OT1', '= 3D : 3A'],
  ['bin', 'OT1', '+ 2B'],
  ['open', 'OT1', '( 28 [ 5B'],
  ['close', 'OT1', ') 29 ] 5D ! 21'],
  ['punct', 'OT1', '; 3B'],
  ['open', 'OMS', '{ 66 langle 68 lfloor 62 lceil 64'],
  ['close', 'OMS', '} 67 rangle 69 rfloor 63 rceil 65'],
];

const BY_NAME = new Map<string, MathCode>(
  CODES.flatMap(([of, encoding, names]) => {
    const words = names.trim().split(/\s+/);
    return words.flatMap((name, i): [string, MathCode][] =>
      i % 2 === 0 ? [[name, { class: of, encoding, code: Number.parseInt(words[i + 1] ?? '', 16) }]] : [],
    );
  }),
);

/** The names of all signs with a code, except letters and digits. */
export const SIGN_NAMES: readonly string[] = [...BY_NAME.keys()];

/** Returns the glyph and class of a sign. Letters are italic, digits upright. */
export function mathCodeOf(name: string): MathCode {
  const known = BY_NAME.get(name);
  if (known) return known;
  if (!/^[A-Za-z\d]$/.test(name)) throw new Error(`no sign is named ${name}`);
  return { class: 'ord', encoding: /\d/.test(name) ? 'OT1' : 'OML', code: name.charCodeAt(0) };
}

/** Returns the large form of an operator for displays, which follows the small form in the font. */
export function largeCode(code: number): number {
  return code >= 0x50 && code <= 0x57 ? code + 8 : code + 1;
}

/** A delimiter in its sizes: the glyph of the text font, the glyphs of the extensible font, and its parts. */
export interface Delimiter {
  readonly small: Pick<MathCode, 'encoding' | 'code'> | undefined;
  readonly sizes: readonly number[];
  readonly parts:
    | { readonly top?: number; readonly middle?: number; readonly bottom?: number; readonly repeated: number }
    | undefined;
}

/**
 * The chains of delimiters in cmex10 (The TeXbook, appendix B, `\delcode`). The larger sizes come from the font's list.
 */
export const DELIMITERS: Readonly<Record<string, Delimiter>> = {
  '(': delimiter('OT1', 0x28, [0, 16, 18, 32], { top: 48, bottom: 64, repeated: 66 }),
  ')': delimiter('OT1', 0x29, [1, 17, 19, 33], { top: 49, bottom: 65, repeated: 67 }),
  '[': delimiter('OT1', 0x5b, [2, 104, 20, 34], { top: 50, bottom: 52, repeated: 54 }),
  ']': delimiter('OT1', 0x5d, [3, 105, 21, 35], { top: 51, bottom: 53, repeated: 55 }),
  lfloor: delimiter('OMS', 0x62, [4, 106, 22, 36], { bottom: 52, repeated: 54 }),
  rfloor: delimiter('OMS', 0x63, [5, 107, 23, 37], { bottom: 53, repeated: 55 }),
  lceil: delimiter('OMS', 0x64, [6, 108, 24, 38], { top: 50, repeated: 54 }),
  rceil: delimiter('OMS', 0x65, [7, 109, 25, 39], { top: 51, repeated: 55 }),
  '{': delimiter('OMS', 0x66, [8, 110, 26, 40], { top: 56, middle: 60, bottom: 58, repeated: 62 }),
  '}': delimiter('OMS', 0x67, [9, 111, 27, 41], { top: 57, middle: 61, bottom: 59, repeated: 62 }),
  langle: delimiter('OMS', 0x68, [10, 68, 28, 42]),
  rangle: delimiter('OMS', 0x69, [11, 69, 29, 43]),
  '|': delimiter('OMS', 0x6a, [], { repeated: 12 }),
  '\u221a': delimiter('OMS', 0x70, [112, 113, 114, 115], { top: 118, bottom: 116, repeated: 117 }),
};

function delimiter(encoding: Encoding, code: number, sizes: readonly number[], parts?: Delimiter['parts']): Delimiter {
  return { small: { encoding, code }, sizes, parts };
}
