import type { Box } from '../block.ts';
import type { ReadGlyph } from '../text/glyphs.ts';
import { IDENTITY, multiply, toMatrix, type Matrix } from './matrix.ts';
import { StripBuilder, type Strip } from './strip-builder.ts';
import { fontOfState, type Step, type Steps } from './walk-operators.ts';

/** The properties of a font that determine the positions of its glyphs. */
export interface FontGeometry {
  /** Factor from the unit of glyph widths to that of text: 0.001, except for Type 3 fonts. */
  readonly widthScale: number;
  /** Height of the print divided by the font size: 1, except for Type 3 fonts, whose font size is arbitrary. */
  readonly heightScale: number;
  /** Whether glyphs follow one another downwards. Such text is not read. */
  readonly isVertical: boolean;
  /** What a glyph prints. */
  read(glyph: Glyph): ReadGlyph;
}

/** The used part of pdfjs's glyphs. */
export interface Glyph {
  readonly unicode: string;
  /** Its code in the font. */
  readonly originalCharCode?: number;
  readonly width: number;
  /** Whether it is the single byte 32, to which word spacing applies. */
  readonly isSpace: boolean;
}

/** The text state that `q` saves and `Q` restores (ISO 32000-1, 9.3.1). */
interface TextState {
  readonly fontName: string;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Horizontal scaling; 1 if glyphs have their natural width. */
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

interface StripReader {
  readonly steps: Steps;
  readonly strips: readonly Strip[];
}

/** Collects the glyphs of a page while its operators are walked. */
export function readStrips(
  page: { readonly width: number; readonly height: number },
  geometryOf: (fontName: string) => FontGeometry,
): StripReader {
  const builder = new StripBuilder(page);
  const saved: TextState[] = [];
  let state = START;
  let line = IDENTITY;
  let matrix = IDENTITY;
  const set = (change: Partial<TextState>) => {
    state = { ...state, ...change };
  };
  const setNumber = (key: keyof TextState, factor = 1): Step => {
    return ([value]) => set({ [key]: Number(value) * factor });
  };
  const push = () => void saved.push(state);
  const pop = () => {
    state = saved.pop() ?? START;
  };
  const place = (to: Matrix) => {
    line = to;
    matrix = to;
  };
  const move: Step = ([x, y]) => place(multiply(line, [1, 0, 0, 1, Number(x), Number(y)]));
  const setFont: Step = ([fontName, fontSize]) => set({ fontName: String(fontName), fontSize: Number(fontSize) });
  const steps: Steps = {
    save: push,
    restore: pop,
    paintFormXObjectBegin: push,
    paintFormXObjectEnd: pop,
    beginGroup: push,
    endGroup: pop,
    beginText: () => place(IDENTITY),
    setFont,
    setGState: (args, ...place) => {
      const font = fontOfState(args);
      if (font) setFont(font, ...place);
    },
    setCharSpacing: setNumber('charSpacing'),
    setWordSpacing: setNumber('wordSpacing'),
    setHScale: setNumber('hScale', 0.01),
    setLeading: setNumber('leading'),
    setTextRise: setNumber('rise'),
    setTextMatrix: ([numbers]) => place(toMatrix(numbers as ArrayLike<number>)),
    moveText: move,
    setLeadingMoveText: (args, ...place) => {
      set({ leading: -Number(args[1]) });
      move(args, ...place);
    },
    nextLine: (_, ...place) => move([0, -state.leading], ...place),
    showText: ([glyphs], ctm, clip) => {
      const text = { state, geometry: geometryOf(state.fontName), toPage: multiply(ctm, matrix), clip };
      const advance = show(builder, glyphs as readonly (Glyph | number)[], text);
      matrix = multiply(matrix, [1, 0, 0, 1, advance, 0]);
    },
  };
  return { steps, strips: builder.strips };
}

interface Text {
  readonly state: TextState;
  readonly geometry: FontGeometry;
  readonly toPage: Matrix;
  readonly clip: Box;
}

/**
 * Adds the glyphs of a string and returns its advance in units of text space. Numbers between glyphs shift the next one
 * back.
 */
function show(builder: StripBuilder, glyphs: readonly (Glyph | number)[], text: Text): number {
  const { state, geometry, clip } = text;
  const [a, b, c, d, e, f] = text.toPage;
  const { fontName, fontSize, hScale, rise } = state;
  const stretch = Math.hypot(a, b) * hScale;
  const size = Math.hypot(c, d) * Math.abs(fontSize) * geometry.heightScale;
  if (geometry.isVertical || !(stretch !== 0 && size > 0)) return 0;
  const direction = Math.sign(fontSize * hScale);
  const setting = { fontName, size, ux: (direction * a) / Math.hypot(a, b), uy: (direction * b) / Math.hypot(a, b) };
  const [x0, y0] = [c * rise + e, d * rise + f];
  let advance = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') advance -= (glyph / 1000) * fontSize;
    else {
      const width = glyph.width * geometry.widthScale * fontSize;
      const at = advance * hScale;
      const [x, y, length] = [x0 + a * at, y0 + b * at, Math.abs(width * stretch)];
      if (isVisible(x, y, Math.max(length, size), clip)) builder.add(geometry.read(glyph), x, y, length, setting);
      advance += width + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    }
  }
  return advance * hScale;
}

/** Whether a glyph of this extent, in any direction, may be visible. A figure may be larger than what is shown of it. */
function isVisible(x: number, y: number, extent: number, clip: Box): boolean {
  return x > clip.left - extent && x < clip.right + extent && y > clip.top - extent && y < clip.bottom + extent;
}
