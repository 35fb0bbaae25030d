import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AnchorFinder, contextOf, LEAST_SIMILARITY, PARAGRAPH_CHARS, type AnchorBlock } from './note-anchor.ts';
import { foldText, similarityOf } from '../papers/text-similarity.ts';

const blockOf = (text: string): AnchorBlock => ({ text, textHash: `#${text}` });
const blocksOf = (texts: readonly string[]) => texts.map(blockOf);

/** Writes a note on a paragraph of one text and finds its place in another. */
function find(before: readonly string[], at: number, after: readonly string[], quote = '') {
  const earlier = blocksOf(before);
  const paragraph = before[at] ?? '';
  const { textHash } = blockOf(paragraph);
  const anchor = { textHash, paragraph: paragraph.slice(0, PARAGRAPH_CHARS), ...contextOf(earlier, at), quote };
  return new AnchorFinder(blocksOf(after), earlier).find({ ...anchor, wasPlaced: true });
}

const WINDS = 'The mass-loss rate of the star is 1.3e-6 solar masses a year, as its lines of helium show.';
const RADII = 'We have measured the radius by the eclipses of its companion, with an error of two per cent.';
const DISCS = 'No disc is seen in the near infrared, neither by the excess of the colours nor by interferometry.';

describe('a note', () => {
  test('follows its paragraph to another position', () => {
    expect(find([WINDS, RADII, DISCS], 0, [DISCS, RADII, WINDS])).toEqual({ position: 2, state: 'exact' });
  });

  test('follows its paragraph after one number has changed, and reports that it moved', () => {
    const changed = WINDS.replace('1.3e-6', '2.7e-7');
    expect(find([WINDS, RADII, DISCS], 0, [DISCS, changed, RADII])).toEqual({ position: 1, state: 'moved' });
    expect(find([WINDS, RADII, DISCS], 0, [DISCS, changed, RADII], 'is 1.3e-6 solar')).toEqual({
      position: 1,
      state: 'moved',
    });
  });

  test('is exact if its quote is unchanged in a paragraph that has changed', () => {
    const changed = `We find now: ${WINDS.replace('1.3e-6', '2.7e-7')}`;
    expect(find([WINDS, RADII], 0, [RADII, changed], 'lines  of Helium')).toEqual({ position: 1, state: 'exact' });
  });

  test('is lost if no paragraph is similar to its own', () => {
    expect(find([WINDS, RADII], 0, [RADII, DISCS])).toBeUndefined();
    expect(find([WINDS, RADII], 0, [RADII, DISCS], 'helium')).toBeUndefined();
  });

  test('does not move to another paragraph of the earlier text', () => {
    const copy = WINDS.replace('1.3e-6', '9.9e-9');
    expect(find([WINDS, RADII, copy], 0, [RADII, copy])).toBeUndefined();
    expect(find([WINDS, RADII, copy], 0, [RADII, copy], 'lines of helium show')).toBeUndefined();
  });

  test('does not move to a changed paragraph that is more similar to another one of the earlier text', () => {
    const [masses, radii] = ['masses', 'radii'].map(
      (what) => `We discuss the ${what} of our stars, measured in six nights.`,
    );
    const before = [masses ?? '', radii ?? '', DISCS];
    const after = [`${masses} Part 1.`, DISCS];
    for (const quote of ['', 'of our stars', 'of our stars, measured in six nights'])
      expect(find(before, 1, after, quote)).toBeUndefined();
    expect(find(before, 0, after, 'of our stars')).toEqual({ position: 0, state: 'exact' });
  });

  test('follows its quote into the paragraph that now contains its paragraph', () => {
    const after = [RADII, `${DISCS} ${DISCS.toUpperCase().replace('DISC', 'RING')} ${WINDS.slice(40)}`];
    expect(find([WINDS, RADII, DISCS], 0, after, 'as its lines of helium show')).toEqual({
      position: 1,
      state: 'exact',
    });
  });

  test('is lost between two paragraphs that are equally similar to its own', () => {
    const one = WINDS.replace('1.3', '2.7');
    const other = WINDS.replace('1.3', '8.4');
    expect(find([RADII, WINDS, DISCS], 1, [one, other])).toBeUndefined();
    expect(find([RADII, WINDS, DISCS], 1, [one, other], 'lines of helium show')).toBeUndefined();
    expect(find([RADII, WINDS, DISCS], 1, [WINDS, WINDS])).toBeUndefined();
  });

  test('moves to the identical paragraph with the same neighbours', () => {
    const one = WINDS.replace('1.3', '2.7');
    for (const text of [WINDS, one])
      expect(find([RADII, WINDS, DISCS], 1, [text, 'Acknowledgements', RADII, text, DISCS])?.position).toBe(3);
  });

  test('on a short text moves only if the neighbours are the same', () => {
    expect(find([RADII, 'Table 12', DISCS], 1, [RADII, 'Table 13', DISCS])).toEqual({ position: 1, state: 'moved' });
    expect(find([RADII, 'Table 12', DISCS], 1, [WINDS, 'Table 13'])).toBeUndefined();
  });

  test('stays on the paragraph that it moved to, as long as it exists', () => {
    const [first, second] = [WINDS.replace('1.3e-6', '2.7e-7'), WINDS.replace('1.3e-6 solar masses', '4 kg')];
    const anchor = { textHash: `#${WINDS}`, paragraph: WINDS, prefix: '', suffix: '', quote: '', wasPlaced: true };
    const on = { ...anchor, standsOn: blockOf(first) };
    const earlier = blocksOf([RADII, first]);
    expect(new AnchorFinder(blocksOf([first, second]), earlier).find(on)).toEqual({ position: 0, state: 'moved' });
    expect(new AnchorFinder(blocksOf([second, RADII]), earlier).find(on)).toEqual({ position: 0, state: 'moved' });
    expect(new AnchorFinder(blocksOf([first, WINDS]), earlier).find(on)).toEqual({ position: 1, state: 'exact' });
  });

  test('written before the paper had a text finds its words if they occur once', () => {
    const anchor = { textHash: '', paragraph: '', prefix: '', suffix: '', quote: 'near infrared', wasPlaced: false };
    const blocks = blocksOf([WINDS, RADII, DISCS]);
    expect(new AnchorFinder(blocks, blocks).find(anchor)).toEqual({ position: 2, state: 'exact' });
    expect(new AnchorFinder(blocks, []).find({ ...anchor, quote: 'the' })).toBeUndefined();
    expect(new AnchorFinder(blocks, []).find({ ...anchor, quote: '' })).toBeUndefined();
  });
});

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnoprstuvwy'.split('')), minLength: 2, maxLength: 9 });
const sentence = fc.array(word, { minLength: 14, maxLength: 30 }).map((words) => words.join(' '));
const paper = fc.uniqueArray(sentence, { minLength: 1, maxLength: 8 });

describe('in any paper,', () => {
  test('a note finds its paragraph after other paragraphs are reordered or one word is changed', () => {
    fc.assert(
      fc.property(paper, fc.nat(), fc.nat(), word, fc.infiniteStream(fc.nat(99)), (texts, place, at, other, keys) => {
        const index = place % texts.length;
        const own = texts[index] ?? '';
        const words = own.split(' ');
        const changed = words.toSpliced(at % words.length, 1, `${other}9`).join(' ');
        for (const [text, state] of [
          [own, 'exact'],
          [changed, 'moved'],
        ] as const) {
          const after = texts.map((old, position) => (position === index ? text : old));
          const order = after.map((one) => ({ one, key: keys.next().value }));
          const shuffled = order.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
          expect(find(texts, index, shuffled)).toEqual({ position: shuffled.indexOf(text), state });
        }
      }),
    );
  });

  test('a note is never on a paragraph that is neither similar to its own nor contains its words', () => {
    const some = fc.constantFrom('alpha ray', 'alpha rays', 'beta', 'alpha beta', 'gamma delta', '');
    const texts = fc.array(fc.array(some, { maxLength: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, fc.nat(), fc.constantFrom('', 'alpha', 'beta', 'gam'), (old, now, place, quote) => {
        const [before, after] = [old, now].map((list) => list.map((parts) => parts.join(' '))) as [string[], string[]];
        const index = place % before.length;
        const own = before[index] ?? '';
        const found = find(before, index, after, quote);
        if (found === undefined) return;
        const text = after[found.position] ?? '';
        const isLike = similarityOf(foldText(own), foldText(text)) >= LEAST_SIMILARITY;
        expect(text === own || isLike || (quote !== '' && text.includes(quote))).toBe(true);
        expect(found.state === 'exact' ? text === own || text.includes(quote) : isLike).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a note on one of two identical paragraphs with identical neighbours is lost', () => {
    fc.assert(
      fc.property(sentence, sentence, sentence, (one, two, three) => {
        fc.pre(new Set([one, two, three]).size === 3);
        // These texts are longer than the context that an anchor stores.
        const [above, below] = [two, three].map((text) => `${text}. `.repeat(12));
        const around = [above ?? '', one, below ?? ''];
        expect(find(around, 1, [...around, ...around])).toBeUndefined();
        const changed = around.with(1, `${one} 17`);
        expect(find(around, 1, [...changed, ...changed])).toBeUndefined();
      }),
    );
  });
});

test('hundreds of notes find their places in a long paper in which every paragraph has changed', () => {
  const wordAt = (at: number) => ((at * 2_654_435_761) % 2 ** 32).toString(36);
  const texts = Array.from({ length: 4_000 }, (_, position) =>
    Array.from({ length: 25 }, (_, at) => wordAt(position * 25 + at + 1)).join(' '),
  );
  const earlier = blocksOf(texts);
  const after = texts.map((text) => `${text.slice(0, -4)}new.`);
  const finder = new AnchorFinder(blocksOf(after), earlier);
  for (let position = 7; position < texts.length; position += 67) {
    const paragraph = texts[position] ?? '';
    const anchor = { textHash: `#${paragraph}`, paragraph, ...contextOf(earlier, position), quote: 'not there at all' };
    expect(finder.find({ ...anchor, wasPlaced: true })).toEqual({ position, state: 'moved' });
  }
});
