import { PdfObjects } from '../pdf/pdf-objects.ts';
import { metricsOf, type Encoding } from './font-metrics.ts';
import type { FormulaTree } from './formula-tree.ts';
import { glyphBox, kern, shifted, sideBySide, type MathBox } from './math-box.ts';
import { setFormula } from './set-formula.ts';
import { TEXT } from './style.ts';

/** A formula to print on a line of its own, or within a sentence. */
export interface PrintedFormula {
  readonly tree: FormulaTree;
  readonly place: 'display' | 'text';
}

// Points.
const PAGE = { width: 612, height: 792 };
const LEFT = 72;
const WIDTH = 468;
const TOP = 80;
const BOTTOM = 720;
const LEADING = 12;
const WORD_SPACE = 3.33;
const DISPLAY_SKIP = 10;

const FONTS: Readonly<Record<Encoding, string>> = { OT1: 'CMR', OML: 'CMMI', OMS: 'CMSY', OMX: 'CMEX' };
const WORDS =
  'the spectra of most hot stars show lines that change with time and these models of their winds explain them well'.split(
    ' ',
  );

interface Placed {
  readonly box: MathBox;
  readonly x: number;
  readonly baseline: number;
}

/**
 * Prints formulas between lines of prose, with fonts named and numbered as TeX does. The file says only which codes are
 * printed, not which characters: many files do so.
 */
export function writeFormulaPdf(formulas: readonly PrintedFormula[]): Buffer {
  const pages: Placed[][] = [[]];
  let y = TOP;
  for (const { tree, place } of formulas) {
    const box = setFormula(tree, place === 'text' ? TEXT : undefined);
    const needed = 4 * LEADING + 2 * DISPLAY_SKIP + box.height + box.depth;
    if (y + needed > BOTTOM) {
      pages.push([]);
      y = TOP;
    }
    const page = pages.at(-1) as Placed[];
    for (let i = 0; i < 2; i++, y += LEADING) page.push({ box: proseLine(i * 7), x: LEFT, baseline: y });
    if (place === 'text') {
      const baseline = y + Math.max(0, box.height - 8);
      page.push({ box: withProse(box), x: LEFT, baseline });
      y = baseline + Math.max(LEADING, box.depth + 9) + LEADING / 2;
    } else {
      const baseline = y - LEADING + DISPLAY_SKIP + Math.max(box.height, 7) + 3;
      page.push({ box, x: LEFT + (WIDTH - box.width) / 2, baseline });
      y = baseline + box.depth + DISPLAY_SKIP + 9;
    }
  }
  return assemble(pages);
}

function wordBox(word: string): MathBox {
  return sideBySide(word.split('').map((letter) => glyphBox('OT1', letter.charCodeAt(0), 10)));
}

/** A line of words that fills the column: the space between them is stretched. */
function proseLine(from: number): MathBox {
  const words: MathBox[] = [];
  let width = 0;
  for (let i = from; ; i++) {
    const word = wordBox(WORDS[i % WORDS.length] ?? '');
    if (width + word.width + words.length * WORD_SPACE > WIDTH) break;
    words.push(word);
    width += word.width;
  }
  return spaced(words, (WIDTH - width) / (words.length - 1));
}

function spaced(boxes: readonly MathBox[], space: number): MathBox {
  return sideBySide(boxes.flatMap((box, i) => (i > 0 ? [kern(space), box] : [box])));
}

/** A formula within the last line of a paragraph. */
function withProse(box: MathBox): MathBox {
  const [before, after] = ['for which the value', 'holds in all of these models'].map((text) =>
    spaced(text.split(' ').map(wordBox), WORD_SPACE),
  ) as [MathBox, MathBox];
  return spaced([before, box, after], WORD_SPACE);
}

function assemble(pages: readonly (readonly Placed[])[]): Buffer {
  const objects = new PdfObjects(undefined);
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const fonts = new Map<string, number>();
  const kids = pages.map((placed) => {
    const content = objects.addStream(
      '',
      contentOf(placed, (encoding, size) => fontOf(objects, fonts, encoding, size)),
    );
    const used = [...fonts].map(([name, number]) => `/${name} ${number} 0 R`).join(' ');
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << ${used} >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
  return objects.assemble(`/Root ${catalog} 0 R`);
}

function fontOf(objects: PdfObjects, fonts: Map<string, number>, encoding: Encoding, size: number): string {
  const name = `${FONTS[encoding]}${size}`;
  if (!fonts.has(name)) {
    const widths = Array.from({ length: 128 }, (_, code) =>
      number((metricsOf(encoding, code, size).width / size) * 1000),
    );
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName /ABCDEF+${name} /Flags 4 /FontBBox [0 -250 1000 750] /ItalicAngle 0 ` +
        '/Ascent 750 /Descent -250 /CapHeight 683 /StemV 69 >>',
    );
    fonts.set(
      name,
      objects.add(
        `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+${name} /FirstChar 0 /LastChar 127 ` +
          `/Widths [${widths.join(' ')}] /FontDescriptor ${descriptor} 0 R >>`,
      ),
    );
  }
  return name;
}

function contentOf(placed: readonly Placed[], fontName: (encoding: Encoding, size: number) => string): string {
  return placed
    .map(({ box, x, baseline }) => {
      const { glyphs, rules } = shifted(box, x, PAGE.height - baseline);
      const texts = glyphs.map(({ encoding, code, size, x: left, y }) => {
        const hex = code.toString(16).padStart(2, '0');
        return `/${fontName(encoding, size)} ${size} Tf 1 0 0 1 ${number(left)} ${number(y)} Tm <${hex}> Tj`;
      });
      const bars = rules.map(
        ({ x: left, y, width, height }) => `${number(left)} ${number(y)} ${number(width)} ${number(height)} re f`,
      );
      return [`BT ${texts.join('\n')} ET`, ...bars].join('\n');
    })
    .join('\n');
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
