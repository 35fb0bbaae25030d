import { expect, test } from '@jest/globals';
import {
  writePdf,
  type Drawing,
  type FontName,
  type Page,
  type Shape,
  type Text,
} from '@almagest/upstream-lab/pdf-writer';
import type { Block, BlockKind } from '../src/index.ts';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, LEFT, prose, read, RIGHT, setLines, widthOf } from './paper.ts';

/** The way a journal prints the parts of a paper. */
interface Style {
  readonly runningHead: string;
  readonly title: { readonly size: number; readonly font: FontName; readonly isLeft?: true };
  readonly abstract: string;
  readonly section: { readonly titles: readonly [string, string]; readonly font: FontName; readonly isCentred?: true };
  readonly subsection: { readonly title: string; readonly font: FontName };
  readonly figure: string;
  readonly table: string;
  readonly references: string;
  /** `[1]`, or author names with hanging lines. */
  readonly isNumbered?: true;
  /** Line numbers to the left of the left column and to the right of the right column. */
  readonly hasLineNumbers?: true;
}

const STYLES: Readonly<Record<string, Style>> = {
  'AASTeX 7': {
    runningHead: 'Writer et al.',
    title: { size: 14, font: 'Times-Bold' },
    abstract: 'ABSTRACT',
    section: { titles: ['1. INTRODUCTION', '2. MODELS OF WINDS'], font: 'Times-Roman', isCentred: true },
    subsection: { title: '2.1. Grids of models', font: 'Times-Italic' },
    figure: 'Figure 1.',
    table: 'Table 1.',
    references: 'REFERENCES',
    hasLineNumbers: true,
  },
  MNRAS: {
    runningHead: 'Hot subdwarfs and their winds',
    title: { size: 17, font: 'Times-Bold', isLeft: true },
    abstract: 'ABSTRACT',
    section: { titles: ['1 INTRODUCTION', '2 MODELS OF WINDS'], font: 'Times-Bold' },
    subsection: { title: '2.1 Grids of models', font: 'Times-Bold' },
    figure: 'Figure 1.',
    table: 'Table 1.',
    references: 'REFERENCES',
  },
  'A&A': {
    runningHead: 'A. Writer and B. Reader: Winds of hot subdwarfs',
    title: { size: 16, font: 'Times-Bold' },
    abstract: 'ABSTRACT',
    section: { titles: ['1. Introduction', '2. Models of winds'], font: 'Times-Bold' },
    subsection: { title: '2.1. Grids of models', font: 'Times-Italic' },
    figure: 'Fig. 1.',
    table: 'Table 1.',
    references: 'References',
  },
  REVTeX: {
    runningHead: 'PHYSICAL JOURNAL 12, 345 (2024)',
    title: { size: 12, font: 'Times-Bold' },
    abstract: '',
    section: { titles: ['I. INTRODUCTION', 'II. MODELS OF WINDS'], font: 'Times-Bold', isCentred: true },
    subsection: { title: 'A. Grids of models', font: 'Times-Bold' },
    figure: 'FIG. 1.',
    table: 'TABLE I.',
    references: 'REFERENCES',
    isNumbered: true,
  },
  ACL: {
    runningHead: 'Proceedings of a Meeting on Stars, pages 12-14',
    title: { size: 15, font: 'Times-Bold' },
    abstract: 'Abstract',
    section: { titles: ['1 Introduction', '2 Models of Winds'], font: 'Times-Bold' },
    subsection: { title: '2.1 Grids of Models', font: 'Times-Bold' },
    figure: 'Figure 1:',
    table: 'Table 1:',
    references: 'References',
    hasLineNumbers: true,
  },
};

const TITLE = 'Winds of hot subdwarfs in young clusters';
const ABSTRACT = prose(4, 2);
const PARAGRAPHS = [prose(6), prose(5, 1), prose(4, 2), prose(4, 3), prose(5, 4), prose(6, 1), prose(5, 2)];
const NOTE = 'A note about the models at the foot of a column.';
const FIGURE = 'Spectra of three stars of the sample, with the models that fit them best.';
const TABLE = 'Parameters of the stars.';
/** The columns below a spanning heading have their own headings. */
const ROWS = [
  ['Star', 'Atmosphere', '', 'Mass'],
  ['', 'Teff', 'log g', ''],
  ['HD 1234', '31.2', '5.61', '0.47'],
  ['HD 2345', '29.8', '5.42', '0.46'],
  ['HD 3456', '35.1', '5.83', '0.51'],
];
const ENTRIES = [
  'Adams, A. 2009, Winds of the hottest stars of the sample, Astron. J., 610, 12.',
  'Baker, B. 2010, Stars of the north and their companions, Astron. J., 611, 13.',
  'Clark, C. 2011, Dust in the line of sight to the young clusters, Astron. J., 612, 14.',
];

const centred = ({ x, width }: typeof LEFT, text: Text): Text => ({
  ...text,
  x: x + (width - widthOf(text.text, text.size ?? 10)) / 2,
});

/** Fills a column from the top. */
class Column {
  readonly texts: Text[] = [];
  readonly place: typeof LEFT;
  y: number;

  constructor(place: typeof LEFT, y: number) {
    this.place = place;
    this.y = y;
  }

  add(texts: readonly Text[], gap = 0): void {
    this.texts.push(...texts);
    this.y = below(texts, gap);
  }

  heading(text: string, font: FontName, isCentred = false): void {
    const heading: Text = { text, x: this.place.x, y: this.y + 8, font };
    this.add([isCentred ? centred(this.place, heading) : heading], 6);
  }

  paragraph(text: string): void {
    this.add(setLines(text, { ...this.place, y: this.y, indent: 12 }));
  }
}

function tableOf(style: Style, column: Column): Shape[] {
  const { x, width } = column.place;
  column.add(setLines(`${style.table} ${TABLE}`, { ...column.place, y: column.y + 12, size: 9 }), 6);
  const top = column.y - 8;
  const left = (k: number) => x + 8 + 60 * k;
  const cells = ROWS.flatMap((row, i) =>
    row.flatMap((text, k): Text[] => {
      const at = text === 'Atmosphere' ? left(k) + 20 : left(k);
      return text === '' ? [] : [{ text, x: at, y: top + 12 + 12 * i, size: 9 }];
    }),
  );
  column.texts.push(...cells);
  column.y = top + 12 * ROWS.length + 26;
  const across = (y: number): Shape => ({ left: x, top: y, width, height: 0.5 });
  const spanner: Shape = { left: left(1), top: top + 15, width: 100, height: 0.4 };
  return [across(top), spanner, across(top + 28), across(top + 16 + 12 * (ROWS.length - 1) + 4)];
}

function referencesOf(style: Style, column: Column): void {
  column.heading(style.references, style.section.font, style.section.isCentred);
  ENTRIES.forEach((entry, i) => {
    const text = style.isNumbered ? `[${i + 1}] ${entry}` : entry;
    column.add(setLines(text, { ...column.place, y: column.y, size: 8, indent: -10 }));
  });
}

/** Numbers the lines of both columns, starting at `from`. */
function lineNumbers(columns: readonly Column[], from: number): Text[] {
  let count = from;
  return columns.flatMap(({ texts, place }) => {
    const lines = [...new Set(texts.map((text) => text.y))].toSorted((a, b) => a - b);
    const x = place === LEFT ? LEFT.x - 16 : RIGHT.x + RIGHT.width + 6;
    return lines.map((y): Text => ({ text: String(count++), x, y, size: 6 }));
  });
}

function headOf(style: Style, number: number): Text[] {
  return [
    { text: style.runningHead, x: 60, y: 38, size: 8 },
    { text: String(number), x: 550, y: 38, size: 8 },
  ];
}

/** Prints title, authors, abstract, and two columns with a display and a footnote. */
function firstPage(style: Style): Page {
  const title: Text = { text: TITLE, x: FULL.x, y: 80, ...style.title };
  const [left, right] = [new Column(LEFT, 230), new Column(RIGHT, 230)];
  const [introduction, models] = style.section.titles;
  left.heading(introduction, style.section.font, style.section.isCentred);
  for (const text of PARAGRAPHS.slice(0, 3)) left.paragraph(text);
  right.heading(models, style.section.font, style.section.isCentred);
  right.paragraph(PARAGRAPHS[3] ?? '');
  const formula: Text[] = [
    { text: 'F = 4a + b', x: RIGHT.x + 90, y: right.y + 10, font: 'Times-Italic' },
    { text: '(1)', x: RIGHT.x + RIGHT.width - 12, y: right.y + 10 },
  ];
  right.add(formula, 12);
  right.heading(style.subsection.title, style.subsection.font);
  right.paragraph(PARAGRAPHS[4] ?? '');
  const front: Text[] = [
    style.title.isLeft ? title : centred(FULL, title),
    centred(FULL, { text: 'Ann Writer and Bob Reader', x: 0, y: 104 }),
    centred(FULL, { text: 'Institute of Astronomy, Long Street 12, Town, Country', x: 0, y: 118, size: 8 }),
    ...(style.abstract === '' ? [] : [centred(FULL, { text: style.abstract, x: 0, y: 140, font: 'Times-Bold' })]),
    ...setLines(ABSTRACT, { x: FULL.x + 30, width: FULL.width - 60, y: 156, size: 9 }),
  ];
  const note: Text[] = [
    { text: '1', x: LEFT.x + 6, y: 737, size: 6 },
    { text: NOTE, x: LEFT.x + 11, y: 740, size: 8 },
  ];
  const numbers = style.hasLineNumbers ? lineNumbers([left, right], 1) : [];
  return {
    texts: [...headOf(style, 1), ...front, ...left.texts, ...right.texts, ...note, ...numbers],
    shapes: [{ left: LEFT.x, top: 726, width: 60, height: 0.4 }],
  };
}

/** Prints a figure with its caption, a table and the references. */
function secondPage(style: Style): Page {
  const [left, right] = [new Column(LEFT, 236), new Column(RIGHT, 70)];
  left.add(setLines(`${style.figure} ${FIGURE}`, { ...LEFT, y: left.y, size: 9 }), 14);
  for (const text of PARAGRAPHS.slice(5)) left.paragraph(text);
  const shapes = tableOf(style, right);
  referencesOf(style, right);
  const numbers = style.hasLineNumbers ? lineNumbers([left, right], 120) : [];
  const box: Drawing = { width: 200, height: 140, shapes: [{ left: 0, top: 0, width: 200, height: 140 }] };
  return {
    texts: [...headOf(style, 2), ...left.texts, ...right.texts, ...numbers],
    shapes,
    drawings: [{ drawing: box, left: LEFT.x + 20, top: 70 }],
  };
}

function lastPage(style: Style): Page {
  const columns = [LEFT, RIGHT].flatMap((place, i) => setLines(prose(20, i), { ...place, y: 90 }));
  const heading: Text = { text: 'Acknowledgements', x: LEFT.x, y: 72, font: 'Times-Bold' };
  return { texts: [...headOf(style, 3), heading, ...columns] };
}

const textsOf = (blocks: readonly Block[], ...kinds: readonly BlockKind[]) =>
  blocks.filter(({ kind, page }) => kinds.includes(kind) && page !== 3).map(({ text }) => text);

test.each(Object.entries(STYLES))('reads whole pages in the style of %s', async (_, style) => {
  const { blocks } = await parsePdf(writePdf([firstPage(style), secondPage(style), lastPage(style)]));
  const headings = blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
  const [introduction, models] = style.section.titles;
  expect(headings).toEqual([
    [1, TITLE],
    ...(style.abstract === '' ? [] : [[2, style.abstract]]),
    [2, introduction],
    [2, models],
    [3, style.subsection.title],
    [2, style.references],
    [2, 'Acknowledgements'],
  ]);
  expect(textsOf(blocks, 'paragraph')).toEqual([
    'Ann Writer and Bob Reader',
    'Institute of Astronomy, Long Street 12, Town, Country',
    ...[ABSTRACT, ...PARAGRAPHS].map(read),
  ]);
  const displays = blocks.filter(({ kind }) => kind === 'equation');
  expect(displays.map(({ text, numbers }) => [text, numbers])).toEqual([['F = 4a + b', ['1']]]);
  expect(textsOf(blocks, 'figure')).toEqual([`${style.figure} ${FIGURE}`]);
  expect(textsOf(blocks, 'footnote')).toEqual([NOTE]);
  expect(textsOf(blocks, 'reference').map((text) => text.replace(/^\[\d\] /, ''))).toEqual(ENTRIES);
  const table = blocks.find(({ kind }) => kind === 'table')?.markdown ?? '';
  expect(table).toContain(`${style.table} ${TABLE}`);
  for (const row of ROWS.slice(2)) expect(table).toContain(`| ${row.join(' | ')} |`);
  expect(table).toMatch(/\| Star \|.*Atmosphere.*\| Mass \|/);
  expect(table).toContain('|  | Teff | log g |  |');
  expect(blocks.every(({ text }) => !text.includes(style.runningHead))).toBe(true);
});
