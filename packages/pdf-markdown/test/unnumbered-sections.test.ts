import { expect, test } from '@jest/globals';
import { writePdf, type Page, type Text } from '@almagest/upstream-lab/pdf-writer';
import { parsePdf } from '../src/parse-pdf.ts';
import { below, FULL, LEFT, prose, RIGHT, setLines } from './paper.ts';

/** Section titles that are not in the list of usual titles. */
const SECTIONS = ['Winds of hot subdwarfs', 'Diffusion in quiet layers', 'Stars of the north', 'Outlook for surveys'];

type Print = Pick<Text, 'font' | 'size'>;

async function headingsOf(...pages: readonly Page[]) {
  const { blocks } = await parsePdf(writePdf(pages));
  return blocks.flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
}

/** Prints a one-column page with sections and one subsection in each. */
function sectionsPage(section: Print, subsection: Print): Page {
  let y = 150;
  const texts = SECTIONS.flatMap((title, i) => {
    const head: Text = { text: title, x: FULL.x, y, ...section };
    const first = setLines(prose(4, i), { ...FULL, y: y + 18 });
    const sub: Text = { text: `Part ${'ABCD'[i]} of them`, x: FULL.x, y: below(first, 12), ...subsection };
    const second = setLines(prose(3, i + 2), { ...FULL, y: sub.y + 18 });
    y = below(second, 18);
    return [head, ...first, sub, ...second];
  });
  return {
    texts: [
      { text: 'A title of several words', x: 200, y: 60, size: 18 },
      ...setLines(prose(4), { ...FULL, y: 85 }),
      ...texts,
    ],
  };
}

test.each<[string, Print, Print]>([
  ['bold', { font: 'Times-Bold', size: 12 }, { font: 'Times-Bold', size: 10 }],
  ['bold above italics', { font: 'Times-Bold', size: 12 }, { font: 'Times-Italic', size: 11 }],
  ['larger than the text only', { size: 14 }, { size: 12 }],
])('finds sections without numbers and usual names that are %s', async (_, section, subsection) => {
  const [first, ...found] = await headingsOf(sectionsPage(section, subsection), {
    texts: [
      ...setLines(prose(3), { ...FULL, y: 80 }),
      { text: 'Facilities: a telescope', x: FULL.x, y: 150, size: 12 },
      ...setLines(prose(20), { ...FULL, y: 170 }),
    ],
  });
  expect(first).toEqual([1, 'A title of several words']);
  expect(found.filter(([level]) => level === 2).map(([, text]) => text)).toEqual(SECTIONS);
  expect(found.filter(([level]) => level !== 2).map(([, text]) => text)).toEqual(
    SECTIONS.map((__, i) => `Part ${'ABCD'[i]} of them`),
  );
});

test('does not mistake author names in large print above a column for headings', async () => {
  const bold = (text: string, x: number, y: number): Text => ({ text, x, y, font: 'Times-Bold', size: 12 });
  const texts = [
    { text: 'A title of several words', x: 200, y: 60, size: 18 },
    bold('Abstract', LEFT.x, 100),
    ...setLines(prose(12), { ...LEFT, y: 116 }),
    bold('Introduction', LEFT.x, 520),
    ...setLines(prose(6, 2), { ...LEFT, y: 536 }),
    { text: 'Ann Writer', x: RIGHT.x + 90, y: 100, size: 12 },
    ...setLines('Institute of Astronomy, Town, Country', { ...RIGHT, y: 114, size: 10 }),
    ...setLines(prose(12, 3), { ...RIGHT, y: 150 }),
  ];
  const found = await headingsOf({ texts }, { texts: setLines(prose(30), { ...FULL, y: 80 }) });
  expect(found.map(([, text]) => text)).toEqual(['A title of several words', 'Abstract', 'Introduction']);
});

test('finds sections that differ from the text only in their font', async () => {
  const [, ...found] = await headingsOf(
    sectionsPage({ font: 'Helvetica', size: 10 }, { font: 'Times-Italic', size: 10 }),
    {
      texts: [{ text: 'Conclusions', x: FULL.x, y: 80, font: 'Helvetica' }, ...setLines(prose(6), { ...FULL, y: 98 })],
    },
  );
  expect(found.filter(([level]) => level === 2).map(([, text]) => text)).toEqual([...SECTIONS, 'Conclusions']);
});

test("does not mistake names above the text for sections because they share a section's font", async () => {
  const sans = (text: string, y: number): Text => ({ text, x: FULL.x, y, font: 'Helvetica', size: 10 });
  const found = await headingsOf({
    texts: [
      { text: 'A title of several words', x: 200, y: 60, size: 18 },
      sans('Ann Writer and Ben Author', 85),
      { text: 'Institute of Astronomy, Town', x: FULL.x, y: 100, size: 10, font: 'Times-Italic' },
      ...setLines(prose(6), { ...FULL, y: 130 }),
      sans('Winds of hot subdwarfs', 270),
      ...setLines(prose(6), { ...FULL, y: 290 }),
      sans('Results', 430),
      ...setLines(prose(6), { ...FULL, y: 450 }),
    ],
  });
  expect(found.map(([, text]) => text)).toEqual(['A title of several words', 'Winds of hot subdwarfs', 'Results']);
});

test.each(['Resumen', 'Résumé', 'Zusammenfassung'])('finds the abstract in another language, %s', async (name) => {
  const texts = [
    { text: 'A title of several words', x: 200, y: 60, size: 18 },
    { text: name, x: 270, y: 90, size: 10 },
    ...setLines(prose(6), { ...FULL, y: 110 }),
    { text: '1. Introduction', x: FULL.x, y: 250, size: 12, font: 'Times-Bold' } as const,
    ...setLines(prose(12), { ...FULL, y: 270 }),
  ];
  expect(await headingsOf({ texts })).toContainEqual([2, name]);
});

test('does not mistake a figure label for a section because another label is named like one', async () => {
  const label = (text: string, y: number): Text => ({ text, x: FULL.x, y, font: 'Helvetica', size: 10 });
  const found = await headingsOf(sectionsPage({ font: 'Times-Bold', size: 12 }, { font: 'Times-Italic', size: 10 }), {
    texts: [label('Outer panel', 80), ...setLines(prose(6), { ...FULL, y: 98 }), label('Results', 500)],
  });
  expect(found.map(([, text]) => text)).not.toContain('Outer panel');
});

test('does not mistake a line in the text font for a section because "Results" is printed in it', async () => {
  const plain = (text: string, y: number): Text => ({ text, x: FULL.x, y, size: 10 });
  const found = await headingsOf({
    texts: [
      { text: 'A title of several words', x: 200, y: 60, size: 18 },
      ...setLines(prose(6), { ...FULL, y: 100 }),
      plain('A line that stands alone', 240),
      ...setLines(prose(6), { ...FULL, y: 262 }),
      plain('Results', 400),
      ...setLines(prose(6), { ...FULL, y: 422 }),
    ],
  });
  expect(found.map(([, text]) => text)).not.toContain('A line that stands alone');
});

test('does not mistake capitals in parentheses for a heading, on the last line of an instrument list', async () => {
  const heading: Text = { text: '1. RESULTS', x: 140, y: 80 };
  const before = setLines(prose(3), { ...LEFT, y: 100 });
  const list = ['Facilities: TYC:1.5m (SPECTRO), PET (MRS), Mill', '(GRAINS, TS23)'];
  const lines = list.map((text, i): Text => ({ text, x: LEFT.x, y: below(before, 14 + 13 * i), size: 12 - 2 * i }));
  const after = setLines(prose(20), { ...LEFT, y: below(lines, 14) });
  const right = setLines(prose(20, 2), { ...RIGHT, y: 80 });
  const found = await headingsOf({ texts: [heading, ...before, ...lines, ...after, ...right] });
  expect(found.map(([, text]) => text)).not.toContain('(GRAINS, TS23)');
});
