import { encodeText, FONTS, type FontName } from './standard-fonts.ts';

/** Red, green and blue, from 0 to 1. */
type Colour = readonly [number, number, number];

/** Text at a position: from the page's upper left corner to the start of the baseline, in points. */
export interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font?: FontName;
  readonly size?: number;
  /** Number of clockwise quarter turns. */
  readonly turns?: number;
  /** The additional width of every space, in points. */
  readonly spacing?: number;
  readonly colour?: Colour;
}

/** A line or a filled rectangle, in points from the upper left corner. */
export interface Shape {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line through several points, in points from the upper left corner. */
export interface Path {
  readonly points: readonly (readonly [number, number])[];
  readonly width: number;
  readonly colour: Colour;
}

/** A drawing that is printed as one object with its own fonts, as plotting programs do. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly texts?: readonly Text[];
  readonly shapes?: readonly Shape[];
  readonly paths?: readonly Path[];
}

export interface Image {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, compressed with zlib. */
  readonly deflatedRgb: Uint8Array;
}

export interface Page {
  readonly texts?: readonly Text[];
  readonly shapes?: readonly Shape[];
  /** Drawings with the positions of their upper left corners. */
  readonly drawings?: readonly { readonly drawing: Drawing; readonly left: number; readonly top: number }[];
  /** Images, each on the whole page. */
  readonly images?: readonly { readonly image: Image }[];
  /** In points. The default is a page in letter format. */
  readonly width?: number;
  readonly height?: number;
}

/** Cosine and sine of the quarter turns. */
const DIRECTIONS = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;

/**
 * Returns the operators that print a page or a drawing of this height. Its drawings are named `X0`, `X1` and so on,
 * followed by its images.
 */
export function contentOf(page: Page | Drawing, height: number): string {
  const { texts = [], shapes = [] } = page;
  const { paths = [] } = 'paths' in page ? page : {};
  const { drawings = [], images = [], width = 612 } = page as Page;
  return [
    ...texts.map((text) => textOperators(text, height)),
    ...shapes.map(
      ({ left, top, width: wide, height: tall }) =>
        `${[left, height - top - tall, wide, tall].map(number).join(' ')} re f`,
    ),
    ...paths.map((path) => pathOperators(path, height)),
    ...drawings.map(
      ({ drawing, left, top }, index) =>
        `q 1 0 0 1 ${number(left)} ${number(height - top - drawing.height)} cm /X${index} Do Q`,
    ),
    ...images.map((_, index) => `q ${width} 0 0 ${height} 0 0 cm /X${drawings.length + index} Do Q`),
  ].join('\n');
}

function textOperators(text: Text, height: number): string {
  const { x, y, font = 'Times-Roman', size = 10, turns = 0, spacing = 0, colour } = text;
  const [cos = 1, sin = 0] = DIRECTIONS[turns] ?? [];
  const shown = encodeText(text.text, font).replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
  const matrix = [cos, sin, -sin, cos, x, height - y].map(number).join(' ');
  const printed = `BT /F${FONTS.indexOf(font)} ${number(size)} Tf ${number(spacing)} Tw ${matrix} Tm (${shown}) Tj ET`;
  return colour === undefined ? printed : `${colour.map(number).join(' ')} rg ${printed} 0 g`;
}

function pathOperators({ points, width, colour }: Path, height: number): string {
  const steps = points.map(([x, y], index) => `${number(x)} ${number(height - y)} ${index === 0 ? 'm' : 'l'}`);
  return `${colour.map(number).join(' ')} RG ${number(width)} w ${steps.join(' ')} S`;
}

/** Rounds to thousandths of a point, which no printer resolves. PDF does not allow exponents. */
function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
