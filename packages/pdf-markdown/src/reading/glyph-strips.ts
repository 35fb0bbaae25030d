import type { Box } from '../block.ts';
import type { ReadGlyph } from '../glyphs/glyphs.ts';
import { IDENTITY, multiply, toMatrix, translate, type Matrix } from './matrix.ts';
import { SavedState } from './saved-state.ts';
import { StripBuilder, type Strip } from './strip-builder.ts';
import { fontOfState } from './walk-operators.ts';

/** The properties of a font that determine the positions of its glyphs. */
export interface FontGeometry {
  /** Factor from the unit of glyph widths to the unit of text: 0.001, except for Type 3 fonts. */
  readonly widthScale: number;
  /**
   * Height of the print divided by the font size: 1, except for Type 3 fonts. The font size of a Type 3 font is
   * arbitrary.
   */
  readonly heightScale: number;
  /** Whether the writing direction is downwards. Vertical text is not read. */
  readonly isVertical: boolean;
  read(glyph: Glyph): ReadGlyph;
}

/** The part of pdfjs's glyphs that is used here. */
export interface Glyph {
  readonly unicode: string;
  readonly originalCharCode?: number;
  readonly width: number;
  /** Whether the glyph is the single byte 32. Word spacing applies only to this byte. */
  readonly isSpace: boolean;
  /** The text that the glyph's marked content states. The text is empty if it belongs to the previous glyph. */
  readonly actualText?: string;
}

/** The text state that `q` saves and `Q` restores (ISO 32000-1, 9.3.1). */
interface TextState {
  readonly fontName: string;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Horizontal scaling: 1 for natural width. */
  readonly hScale: number;
  readonly leading: number;
  readonly rise: number;
}

const START: TextState = {
  fontName: '',
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  leading: 0,
  rise: 0,
};

/** Collects the glyphs of a page from the page's operators. */
export class StripReader extends SavedState<TextState> {
  readonly #builder: StripBuilder;
  readonly #geometryOf: (fontName: string) => FontGeometry;
  #line = IDENTITY;
  #matrix = IDENTITY;

  constructor(
    page: { readonly width: number; readonly height: number },
    geometryOf: (fontName: string) => FontGeometry,
  ) {
    super(START);
    this.#builder = new StripBuilder(page);
    this.#geometryOf = geometryOf;
  }

  get strips(): readonly Strip[] {
    return this.#builder.strips;
  }

  paintFormXObjectBegin(): void {
    this.save();
  }

  beginText(): void {
    this.#place(IDENTITY);
  }

  setFont([fontName, fontSize]: readonly unknown[]): void {
    this.#set({ fontName: String(fontName), fontSize: Number(fontSize) });
  }

  setGState(args: readonly unknown[]): void {
    const font = fontOfState(args);
    if (font) this.setFont(font);
  }

  setCharSpacing([value]: readonly unknown[]): void {
    this.#set({ charSpacing: Number(value) });
  }

  setWordSpacing([value]: readonly unknown[]): void {
    this.#set({ wordSpacing: Number(value) });
  }

  setHScale([percent]: readonly unknown[]): void {
    this.#set({ hScale: Number(percent) * 0.01 });
  }

  setLeading([value]: readonly unknown[]): void {
    this.#set({ leading: Number(value) });
  }

  setTextRise([value]: readonly unknown[]): void {
    this.#set({ rise: Number(value) });
  }

  setTextMatrix([numbers]: readonly unknown[]): void {
    this.#place(toMatrix(numbers as ArrayLike<number>));
  }

  moveText([x, y]: readonly unknown[]): void {
    this.#place(translate(this.#line, Number(x), Number(y)));
  }

  setLeadingMoveText([x, y]: readonly unknown[]): void {
    this.#set({ leading: -Number(y) });
    this.moveText([x, y]);
  }

  nextLine(): void {
    this.moveText([0, -this.state.leading]);
  }

  showText([glyphs]: readonly unknown[], ctm: Matrix, clip: Box): void {
    const geometry = this.#geometryOf(this.state.fontName);
    const text = { state: this.state, geometry, toPage: multiply(ctm, this.#matrix), clip };
    const advance = show(this.#builder, glyphs as readonly (Glyph | number)[], text);
    this.#matrix = translate(this.#matrix, advance, 0);
  }

  #set(change: Partial<TextState>): void {
    this.state = { ...this.state, ...change };
  }

  #place(matrix: Matrix): void {
    this.#line = matrix;
    this.#matrix = matrix;
  }
}

interface Text {
  readonly state: TextState;
  readonly geometry: FontGeometry;
  readonly toPage: Matrix;
  readonly clip: Box;
}

/**
 * Adds the glyphs of a string. Returns the advance in text space units. A number between glyphs moves the next glyph
 * back.
 */
function show(builder: StripBuilder, glyphs: readonly (Glyph | number)[], text: Text): number {
  const { state, geometry, clip } = text;
  const [a, b, c, d, e, f] = text.toPage;
  const { fontName, fontSize, hScale, rise } = state;
  const scale = Math.hypot(a, b);
  const stretch = scale * hScale;
  const size = Math.hypot(c, d) * Math.abs(fontSize) * geometry.heightScale;
  if (geometry.isVertical || !(stretch !== 0 && size > 0)) return 0;
  const direction = Math.sign(fontSize * hScale);
  const setting = { fontName, size, ux: (direction * a) / scale, uy: (direction * b) / scale };
  const [x0, y0] = [c * rise + e, d * rise + f];
  let advance = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') advance -= (glyph / 1000) * fontSize;
    else {
      const width = glyph.width * geometry.widthScale * fontSize;
      const at = advance * hScale;
      const x = x0 + a * at;
      const y = y0 + b * at;
      const length = Math.abs(width * stretch);
      const read = glyph.actualText === undefined ? geometry.read(glyph) : { text: glyph.actualText };
      if (glyph.actualText !== '' && isVisible(x, y, Math.max(length, size), clip))
        builder.add(read, x, y, length, setting);
      advance += width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    }
  }
  return advance * hScale;
}

/**
 * Returns whether a part of a glyph may be visible. `extent` is the maximum extent of the glyph in any direction. A
 * figure may be larger than its visible part.
 */
function isVisible(x: number, y: number, extent: number, clip: Box): boolean {
  return x > clip.left - extent && x < clip.right + extent && y > clip.top - extent && y < clip.bottom + extent;
}
