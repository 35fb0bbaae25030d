import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

export type Face = 'roman' | 'italic' | 'bold' | 'symbol' | 'courier';

/** The standard fonts of PDF, which need no embedding, and the characters that each can print. */
export class FontSet {
  readonly #fonts: Readonly<Record<Face, PDFFont>>;
  readonly #signs: ReadonlySet<number>;
  readonly #letters: ReadonlySet<number>;

  private constructor(fonts: Readonly<Record<Face, PDFFont>>) {
    this.#fonts = fonts;
    this.#letters = new Set(fonts.roman.getCharacterSet());
    this.#signs = new Set(fonts.symbol.getCharacterSet());
  }

  static async open(document: PDFDocument): Promise<FontSet> {
    const embed = (name: StandardFonts) => document.embedFont(name);
    return new FontSet({
      roman: await embed(StandardFonts.TimesRoman),
      italic: await embed(StandardFonts.TimesRomanItalic),
      bold: await embed(StandardFonts.TimesRomanBold),
      symbol: await embed(StandardFonts.Symbol),
      courier: await embed(StandardFonts.Courier),
    });
  }

  font(face: Face): PDFFont {
    return this.#fonts[face];
  }

  width(text: string, face: Face, sizePt: number): number {
    return this.#fonts[face].widthOfTextAtSize(text, sizePt);
  }

  /** Text in pieces of one face each: letters in `face`, Greek and signs in Symbol, what neither has as its nearest. */
  pieces(text: string, face: Face): { readonly text: string; readonly face: Face }[] {
    const pieces: { text: string; face: Face }[] = [];
    for (const sign of Array.from(text.normalize('NFC')).map((sign) => SUBSTITUTES[sign] ?? sign)) {
      const own = this.#faceOf(sign, face);
      const shown = own === undefined ? this.#folded(sign) : sign;
      const last = pieces.at(-1);
      if (last?.face === (own ?? face)) last.text += shown;
      else pieces.push({ text: shown, face: own ?? face });
    }
    return pieces;
  }

  #faceOf(sign: string, face: Face): Face | undefined {
    const isIn = (set: ReadonlySet<number>) => Array.from(sign).every((letter) => set.has(letter.codePointAt(0) ?? 0));
    if (isIn(this.#letters)) return face;
    return isIn(this.#signs) ? 'symbol' : undefined;
  }

  /** Without its accent: the standard fonts have no letters of central Europe. */
  #folded(sign: string): string {
    const base = sign.normalize('NFD').replace(/\p{M}/gu, '');
    return this.#faceOf(base, 'roman') === undefined ? '?' : base;
  }
}

/** Signs that no standard font has. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '⊙': 'o',
  '⋆': '*',
  ℓ: 'l',
  '≪': '<<',
  '≫': '>>',
  '≃': '~',
  '≲': '<~',
  '≳': '>~',
  ϵ: 'ε',
  '⟨': '〈',
  '⟩': '〉',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ℏ: 'h',
  '∓': '±',
  '∘': '°',
  '\u00a0': ' ',
  '\u2009': ' ',
};
