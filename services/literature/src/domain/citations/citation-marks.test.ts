import { describe, expect, test } from '@jest/globals';
import { citationMarks } from './citation-marks.ts';

const block = (kind: string, markdown: string, id = '') => ({ id, kind, markdown, text: markdown });
const cited = (...given: Parameters<typeof citationMarks>) =>
  citationMarks(...given).map(({ item, position, sentence, ranges }) => ({
    item,
    position,
    sentence,
    marked: ranges.map(({ start, end }) => sentence.slice(start, end)),
  }));

describe('the citations of a paper', () => {
  test('in a page are its links, each with its sentence', () => {
    const blocks = [
      block('heading', '## 1 Introduction'),
      block(
        'paragraph',
        'Winds are *strong* (de Geus [1992](#b1); Abt et al. [2002](#b2)). Crucially, Abt et al. ([2002](#b2)) saw $v_\\infty$, see [Fig. 1](#F1). Nothing here.',
      ),
      block('reference', '- de Geus 1992', 'b1'),
      block('reference', '- Abt 2002', 'b2'),
    ];
    const first = 'Winds are strong (de Geus 1992; Abt et al. 2002).';
    expect(cited(blocks)).toEqual([
      { item: 2, position: 1, sentence: first, marked: ['1992'] },
      { item: 3, position: 1, sentence: first, marked: ['2002'] },
      {
        item: 3,
        position: 1,
        sentence: String.raw`Crucially, Abt et al. (2002) saw $v_\infty$, see Fig. 1.`,
        marked: ['2002'],
      },
    ]);
  });

  test('in a numbered PDF are numbers in brackets, single, in lists and in ranges', () => {
    const blocks = [
      block('paragraph', 'It holds [1, 3–4]. Others [2] disagree, [9] too, in [0.5, 1].'),
      ...[1, 2, 3, 4].map((number) => block('reference', `[${number}] R. Kubo, Rep. 29, 255`, `r${number}`)),
    ];
    expect(cited(blocks).map(({ item, sentence, marked }) => [item, sentence, ...marked])).toEqual([
      [1, 'It holds [1, 3–4].', '[1, 3–4]'],
      [3, 'It holds [1, 3–4].', '[1, 3–4]'],
      [4, 'It holds [1, 3–4].', '[1, 3–4]'],
      [2, 'Others [2] disagree, [9] too, in [0.5, 1].', '[2]'],
    ]);
  });

  test('in a PDF without numbers are surnames followed by a year', () => {
    const blocks = [
      block(
        'paragraph',
        'As Abt & Levy (1976) and Abtsson (1976) say. Abt (1980; Kubo 1976) differs from Kubo et al. 1976a.',
      ),
      block('reference', 'Abt, H. A., & Levy, S. G. 1976, ApJS, 30, 273', 'r1'),
      block('reference', 'R. Kubo 1976a, PASJ 5, 1', 'r2'),
    ];
    expect(cited(blocks).map(({ item, marked }) => [item, ...marked])).toEqual([
      [1, 'Abt & Levy (1976'],
      [2, 'Kubo et al. 1976a'],
    ]);
  });

  test('can be limited to some entries', () => {
    const text = block('paragraph', 'It holds ([A](#b1); [B](#b2)). Only [A](#b1).');
    const entries = [block('reference', '- A', 'b1'), block('reference', '- B', 'b2')];
    expect(cited([text, ...entries], new Set([2])).map(({ item, marked }) => [item, ...marked])).toEqual([[2, 'B']]);
    const printed = block('paragraph', 'As Abt (1976) and Kubo (1966) say.');
    const names = [block('reference', 'Abt, H. 1976, ApJ'), block('reference', 'Kubo, R. 1966, RPP')];
    expect(
      cited([printed, ...names.map((one, n) => ({ ...one, id: `r${n}` }))], new Set([1])).map(({ item }) => item),
    ).toEqual([1]);
  });

  test('are not found without a reference list', () => {
    expect(cited([block('paragraph', 'It holds [1](#b1).')])).toEqual([]);
  });
});
