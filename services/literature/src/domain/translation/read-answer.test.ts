import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdowns } from '../../../test/translation/arbitrary-markdown.ts';
import { requestsForText, withPassages } from './translation-request.ts';
import { skeletonOf } from './passages.ts';
import { readAnswer } from './read-answer.ts';

describe('an answer', () => {
  const given = '**Figure 1:** The grid of $N$ stars in [Section 4](#S4) has `x` and $T$ (Kurucz, 1993; Gray, 2005).';
  const [ask] = requestsForText(given);
  if (ask === undefined) throw new Error('nothing to ask');
  const marks = Object.fromEntries(ask.masks.map(({ text, mark }) => [text, mark]));
  const m = (text: string) => marks[text] ?? '';
  const answer = `**图 1：**网格在${m('[')}第 4 节${m('](#S4)')}中，${m('$N$')}个恒星有${m('`x`')}和${m('$T$')}（${m('Kurucz, 1993')}；${m('Gray, 2005')}）。`;
  const faultOf = (text: string) => {
    const read = readAnswer(ask, text, 'zh-CN');
    return read.ok ? 'none' : read.fault;
  };

  test('with its masks in another order is valid, and gets blanks where Markdown needs them', () => {
    expect(readAnswer(ask, answer, 'zh-CN')).toEqual({
      ok: true,
      passages: ['**图 1：** 网格在[第 4 节](#S4)中，$N$个恒星有`x`和$T$（Kurucz, 1993；Gray, 2005）。'],
    });
    for (const wrapped of [`<text>\n${answer}\n</text>`, `\`\`\`\n${answer}\n\`\`\``, `\n${answer}\n`])
      expect(faultOf(wrapped)).toBe('none');
  });

  test('gets a separator between two adjacent formulas, or between a formula and a digit', () => {
    const [two] = requestsForText('Both $a$ and $b$ are of 3 stars');
    if (two === undefined) throw new Error('nothing to ask');
    expect(readAnswer(two, '都是⟦1⟧⟦2⟧3 恒星', 'zh-CN')).toEqual({ ok: true, passages: ['都是$a$ $b$ 3 恒星'] });
  });

  test('that is much shorter than the text is rejected', () => {
    const [one] = requestsForText('The stars of the sample are hot, bright and close to each other. '.repeat(4));
    if (one === undefined) throw new Error('nothing to ask');
    const read = readAnswer(one, '恒星很热。', 'zh-CN');
    expect(read.ok ? 'good' : read.fault).toMatch(/shorter/);
  });

  test('gets blanks around emphasis that Markdown would otherwise not recognise', () => {
    const [one] = requestsForText('The star **(hot)** is *bright*');
    if (one === undefined) throw new Error('nothing to ask');
    expect(readAnswer(one, '恒星**（热）**很*亮*。', 'zh-CN')).toEqual({
      ok: true,
      passages: ['恒星 **（热）** 很*亮*。'],
    });
  });

  test('with incomplete emphasis loses all emphasis, but formulas keep their asterisks', () => {
    const [one] = requestsForText('The **hot** star $T^*$ and *cool* ones');
    if (one === undefined) throw new Error('nothing to ask');
    expect(readAnswer(one, '**热恒星⟦1⟧和*冷*的', 'zh-CN')).toEqual({ ok: true, passages: ['热恒星$T^*$和冷的'] });
  });

  test.each([
    ['without a mask', answer.replace(m('$T$'), ''), /masks ⟦\d⟧ are missing/],
    ['with a mask twice', answer + m('$T$'), /more than once/],
    ['with an added mask', `${answer}⟦99⟧`, /⟦99⟧ are not in the text/],
    ['with half a mask', answer.replace('⟧', ''), /is broken/],
    ['with a formula in the place of its mask', answer.replace(m('$T$'), '$T$'), /missing/],
    ['with an added formula', `${answer}$y$`, /markup/],
    ['with added code', `${answer}\`y\``, /markup/],
    [
      'with the masks of a link swapped',
      answer.replace(m('['), '§').replace(m('](#S4)'), m('[')).replace('§', m('](#S4)')),
      /separated a pair/,
    ],
    ['with a remark', `${answer}${'注：这是一个翻译。'.repeat(60)}`, /longer/],
    ['with a NUL character', `${answer}\0`, /broken characters/],
    ['with half a surrogate pair', `${answer}\ud83d`, /broken characters/],
    ['with nothing', '', /missing/],
    ['in the language of the text', ask.text, /language/],
    ['that begins as a heading', `# ${answer}`, /markup/],
    ['that begins as a list', `- ${answer}`, /markup/],
  ])('%s is rejected', (_what, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  test('for a table is rejected if a cell is swapped, empty, split or filled from another cell', () => {
    const table = '| Model of star | Its $T$ value |\n| --- | --- |\n| hot one | with $x$ inside |';
    const [ask] = requestsForText(table);
    if (ask === undefined) throw new Error('nothing to ask');
    expect(ask.text).toBe('Model of star\n⟦1⟧\nIts ⟦2⟧ value\n⟦3⟧\nhot one\n⟦4⟧\nwith ⟦5⟧ inside');
    const read = (text: string) => readAnswer(ask, text, 'zh-CN');
    const right = read('恒星模型\n⟦1⟧\n⟦2⟧ 值\n⟦3⟧\n热\n⟦4⟧\n含 ⟦5⟧');
    expect(right).toEqual({ ok: true, passages: ['恒星模型', '$T$ 值', '热', '含 $x$'] });
    for (const [text, fault] of [
      ['恒星模型⟦2⟧\n⟦1⟧\n值\n⟦3⟧\n热\n⟦4⟧\n含 ⟦5⟧', /⟦2⟧ moved to another line/],
      ['恒星模型\n⟦3⟧\n⟦2⟧ 值\n⟦1⟧\n热\n⟦4⟧\n含 ⟦5⟧', /⟦3⟧ is out of order/],
      ['恒星模型\n⟦1⟧\n⟦2⟧ 值\n⟦3⟧\n⟦4⟧\n含 ⟦5⟧', /line 3 of 4 has no translation/],
      ['恒星 | 模型\n⟦1⟧\n⟦2⟧ 值\n⟦3⟧\n热\n⟦4⟧\n含 ⟦5⟧', /markup/],
    ] as const) {
      const wrong = read(text);
      expect(wrong.ok ? 'good' : wrong.fault).toMatch(fault);
    }
  });

  test('that is damaged anywhere is never accepted', () => {
    const damages: ((text: string, marks: string[], at: number) => string)[] = [
      (text, marks, at) => text.replace(marks[at] ?? '', ''),
      (text, marks, at) => text + (marks[at] ?? ''),
      (text, marks, at) => text.replace(marks[at] ?? '', `⟦${marks.length + 1}⟧`),
      (text, marks, at) => text.replace(marks[at] ?? '', (mark) => mark.slice(0, -1)),
      (text, marks, at) => text.replace(marks[at] ?? '', (mark) => mark.slice(1)),
      (text) => `${text} $y+1$`,
      (text) => `${text} \`y\``,
      (text) => `${text} [^77]`,
      (text) => `${text} <div>`,
    ];
    let damaged = 0;
    fc.assert(
      fc.property(markdowns, fc.nat(), fc.constantFrom(...damages), (markdown, place, damage) => {
        for (const ask of requestsForText(markdown)) {
          const marks = ask.masks.map(({ mark }) => mark);
          const text = damage(ask.text, marks, place % Math.max(1, marks.length));
          if (text === ask.text) continue;
          damaged += 1;
          const read = readAnswer(ask, text, 'en');
          // The added text may become part of an open backtick or tag. The structure then stays the same.
          if (!read.ok) continue;
          const texts = new Map(ask.places.map((place, index) => [place, read.passages[index] ?? '']));
          expect(skeletonOf(withPassages(ask.parts, texts))).toBe(skeletonOf(markdown));
          expect(marks.every((mark) => text.split(mark).length === 2)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(damaged).toBeGreaterThan(500);
  });
});
