import { type FontName, hasSign, widthOfText } from './standard-fonts.ts';

export type Face = 'roman' | 'italic' | 'bold' | 'symbol' | 'courier';

export const FONT_OF: Readonly<Record<Face, FontName>> = {
  roman: 'Times-Roman',
  italic: 'Times-Italic',
  bold: 'Times-Bold',
  symbol: 'Symbol',
  courier: 'Courier',
};

export function widthOf(text: string, face: Face, sizePt: number): number {
  return widthOfText(text, FONT_OF[face], sizePt);
}

/**
 * Splits a text into pieces of one font each: letters in `face`, Greek and signs in Symbol, other characters replaced
 * by similar ones.
 */
export function piecesOf(text: string, face: Face): { readonly text: string; readonly face: Face }[] {
  const pieces: { text: string; face: Face }[] = [];
  for (const sign of Array.from(text.normalize('NFC')).map((sign) => SUBSTITUTES[sign] ?? sign)) {
    const own = faceOf(sign, face);
    const shown = own === undefined ? folded(sign) : sign;
    const last = pieces.at(-1);
    if (last?.face === (own ?? face)) last.text += shown;
    else pieces.push({ text: shown, face: own ?? face });
  }
  return pieces;
}

function faceOf(signs: string, face: Face): Face | undefined {
  const isIn = (font: FontName) => Array.from(signs).every((sign) => hasSign(sign, font));
  if (isIn('Times-Roman')) return face;
  return isIn('Symbol') ? 'symbol' : undefined;
}

/** Returns the character without its accent, because the standard fonts lack letters of central Europe. */
function folded(sign: string): string {
  const base = sign.normalize('NFD').replace(/\p{M}/gu, '');
  return faceOf(base, 'roman') === undefined ? '?' : base;
}

/** Replacements for signs that no standard font has. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '∆': 'Δ',
  '⊙': 'o',
  '⋆': '*',
  ℓ: 'l',
  '≪': '<<',
  '≫': '>>',
  '≃': '~',
  '≲': '<~',
  '≳': '>~',
  ϵ: 'ε',
  '⟨': '\u2329',
  '⟩': '\u232a',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ℏ: 'h',
  '∓': '±',
  '∘': '°',
  '\u00a0': ' ',
  '\u2009': ' ',
};
