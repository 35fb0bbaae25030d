import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CitedText, type AnswerPart } from './cited-text.ts';
import { CitingAnswer, type CitablePassage } from './cite-passages.ts';
import { closestSentence } from './closest-sentence.ts';
import { renumberCitations } from './renumber-citations.ts';

const PASSAGES: readonly CitablePassage[] = [
  {
    bibcode: '2020A',
    title: 'Procyon',
    headings: ['Results'],
    blocks: [
      { position: 4, text: 'We observed for six nights. The angular diameter is 5.406 mas. It is limb darkened.' },
      { position: 5, text: 'The effective temperature is $T_{\\rm eff} = 6540$ K.' },
    ],
  },
  { bibcode: '2014B', title: 'Others', headings: [], blocks: [{ position: 0, text: 'Helium is rare there.' }] },
];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Stars shine', ' and ', '. ', '\n\n', '  ', '5') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('$', '$$', '`', '```', '$a[1]$', '`x[2]`', '[', ']', '(', ')', '(x)', '【2】', ',', '-'),
  },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 })
      .map((list) => `[${list.join(', ')}]`),
  },
);

const readIn = (pieces: readonly string[], sources: number): AnswerPart[] => {
  const reader = new CitedText(sources);
  return [...pieces.flatMap((one) => reader.add(one)), ...reader.end()];
};

const written = (parts: readonly AnswerPart[]): string => {
  const order: number[] = [];
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (!order.includes(part.source)) order.push(part.source);
      return `[${order.indexOf(part.source) + 1}]`;
    })
    .join('')
    .trim();
};

test('an answer read in pieces gives the same result, however it is split', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat({ max: 12 })), (pieces, cuts) => {
      const whole = pieces.join('');
      const parts: string[] = [];
      let at = 0;
      for (const length of cuts) {
        parts.push(whole.slice(at, at + length));
        at += length;
      }
      parts.push(whole.slice(at));
      expect(written(readIn(parts, 5))).toBe(renumberCitations(whole, 5).text);
    }),
    { numRuns: 3_000 },
  );
});

test('an unclosed formula does not hold back an answer forever', () => {
  const reader = new CitedText(1);
  const parts = Array.from({ length: 500 }, () => reader.add('$$ costs nothing '.slice(0, 12))).flat();
  expect(parts.length).toBeGreaterThan(0);
});

test('each citation names the paragraph and the sentence that are closest to the statement', () => {
  const answer = new CitingAnswer(PASSAGES);
  const news = [
    ...answer.add('Its diameter is 5.406 mas [1], its tempera'),
    ...answer.add('ture 6540 K [1][7]. Helium is rare [2'),
    ...answer.add(']. The diameter of 5.406 mas is firm [1].'),
    ...answer.end(),
  ];
  expect(answer.text).toBe(
    'Its diameter is 5.406 mas [1], its temperature 6540 K [2]. Helium is rare [3]. The diameter of 5.406 mas is firm [1].',
  );
  expect(answer.citations).toEqual([
    expect.objectContaining({
      number: 1,
      bibcode: '2020A',
      paragraph_index: 4,
      quote: 'The angular diameter is 5.406 mas.',
    }),
    expect.objectContaining({ number: 2, paragraph_index: 5, headings: ['Results'] }),
    expect.objectContaining({ number: 3, bibcode: '2014B', paragraph_index: 0, quote: 'Helium is rare there.' }),
  ]);
  // The event of a citation comes before the text that uses the citation's number.
  const known = new Set<number>();
  for (const one of news) {
    if (one.kind === 'citation') known.add(one.citation.number);
    else for (const [, number] of one.text.matchAll(/\[(\d)\]/g)) expect(known).toContain(Number(number));
  }
  expect(news.map((one) => (one.kind === 'text' ? one.text : '')).join('')).toBe(answer.text);
});

test.each(['I happen to know that it is five.', 'It is five [9] [0].', '', '[3]'])(
  'nothing is emitted for an answer that cites no passage: %j',
  (said) => {
    const answer = new CitingAnswer(PASSAGES);
    expect([...answer.add(said), ...answer.end(), answer.text, answer.citations]).toEqual(['', []]);
  },
);

test('every number in any answer is a citation of a sentence in its passage', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const answer = new CitingAnswer(PASSAGES);
      for (const one of pieces) answer.add(one);
      answer.end();
      expect(answer.citations.map(({ number }) => number)).toEqual(answer.citations.map((_, index) => index + 1));
      for (const { bibcode, paragraph_index: at, quote } of answer.citations) {
        const blocks = PASSAGES.filter((passage) => passage.bibcode === bibcode).flatMap(({ blocks: all }) => all);
        expect(blocks.find(({ position }) => position === at)?.text).toContain(quote);
      }
    }),
  );
});

test('a passage without text gets no citation, and a statement in another language gets the first sentence', () => {
  expect(closestSentence([{ position: 3, text: ' ' }], 'x')).toBeUndefined();
  expect(closestSentence(PASSAGES[0]?.blocks ?? [], '这颗恒星很热')).toEqual({
    position: 4,
    sentence: 'We observed for six nights.',
  });
  const long = `${'word '.repeat(200)}😀`;
  expect(closestSentence([{ position: 0, text: long }], 'word')?.sentence).toHaveLength(400);
});
