import { writePdf, type Drawing, type Text } from '@almagest/upstream-lab/pdf-writer';
import { expect, test } from '@jest/globals';
import { parsePdf } from '../src/parse-pdf.ts';
import { FULL, prose, read, RIGHT, setLines } from './paper.ts';

const HEIGHT = 792;
const CAPTION = `Figure 1. Spectra of all stars. ${prose(2)}`;

test('reads the caption of a sideways figure without its labels', async () => {
  const drawing: Drawing = { width: 160, height: 400, shapes: [{ left: 0, top: 0, width: 160, height: 400 }] };
  const caption = setLines(CAPTION, { x: 150, y: 250, width: 480, size: 9 });
  const label: Text = { text: 'Wavelength', x: 380, y: 200, size: 9 };
  const sideways = [...caption, label].map((text) => ({ ...text, x: text.y, y: HEIGHT - text.x, turns: 3 as const }));
  const pages = [
    { texts: setLines(prose(30), { ...FULL, y: 80 }) },
    { texts: [...sideways, ...setLines(prose(20), { ...RIGHT, y: 80 })], drawings: [{ drawing, left: 70, top: 200 }] },
    { texts: setLines(prose(30, 2), { ...FULL, y: 80 }) },
  ];
  const { blocks } = await parsePdf(writePdf(pages));
  expect(blocks.flatMap(({ kind, text }) => (kind === 'figure' ? [text] : []))).toEqual([read(CAPTION)]);
  expect(blocks.map(({ text }) => text).join(' ')).not.toContain('Wavelength');
});
