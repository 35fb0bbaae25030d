import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkPaper, MAX_WHOLE_WORDS, MAX_WORDS, type SourceBlock } from './chunk-paper.ts';
import { sizeOf } from './passage-size.ts';

const heading = (level: number, text: string): SourceBlock => ({
  kind: 'heading',
  text,
  markdown: `${'#'.repeat(level)} ${text}`,
});
const block = (kind: string, text: string): SourceBlock => ({ kind, text, markdown: text });
const paragraph = (text: string) => block('paragraph', text);

/** Returns sentences with these lengths. Each word occurs only once. */
function sentences(name: string, lengths: readonly number[]): string {
  let word = 0;
  return lengths.map((length) => `S${Array.from({ length }, () => ` ${name}${(word += 1)}`).join('')}.`).join(' ');
}

const PROSE = ['paragraph', 'list_item', 'quote', 'footnote'] as const;
const WHOLE = ['caption', 'equation', 'table', 'code'] as const;

/** Generates papers with sections of paragraphs and unsplittable blocks, of any length. */
const papers = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constantFrom(...PROSE),
          lengths: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom(...PROSE),
          lengths: fc.tuple(fc.integer({ min: 300, max: 900 })),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom(...WHOLE),
          lengths: fc.tuple(fc.integer({ min: 1, max: 1_000 })),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('heading2', 'heading3'), lengths: fc.constant([1]) }) },
    ),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ kind, lengths }, place) =>
      kind.startsWith('heading')
        ? heading(Number(kind.at(-1)), `Section ${place}`)
        : block(kind, sentences(`b${place}w`, lengths)),
    ),
  );

const wordsOf = (text: string) => text.match(/b\d+w\d+/g) ?? [];
const isBody = ({ kind }: SourceBlock) => kind !== 'heading';

describe('the chunks of any paper', () => {
  test('contain every word of its body in order', () => {
    fc.assert(
      fc.property(papers, (blocks) => {
        const seen = new Set(chunkPaper(blocks).flatMap(({ text }) => wordsOf(text)));
        expect([...seen]).toEqual(blocks.filter(isBody).flatMap(({ text }) => wordsOf(text)));
      }),
    );
  });

  test('are not longer than the limit, except for unsplittable blocks', () => {
    fc.assert(
      fc.property(papers, (blocks) => {
        for (const { text, firstBlock, lastBlock } of chunkPaper(blocks)) {
          const whole = firstBlock === lastBlock && WHOLE.some((kind) => kind === blocks[firstBlock]?.kind);
          expect(sizeOf(text)).toBeLessThanOrEqual(whole ? MAX_WHOLE_WORDS : MAX_WORDS);
        }
      }),
    );
  });

  test('are as few as the limit allows', () => {
    fc.assert(
      fc.property(papers, (blocks) => {
        const bySection = Map.groupBy(chunkPaper(blocks), ({ headings }) => headings.join('/'));
        for (const chunks of bySection.values()) {
          const total = chunks.reduce((sum, { text }) => sum + sizeOf(text), 0);
          expect(chunks.length).toBeLessThanOrEqual(1 + (4 * total) / MAX_WORDS);
        }
      }),
    );
  });

  test('keep tables, formulas and captions in one piece', () => {
    fc.assert(
      fc.property(papers, (blocks) => {
        const chunks = chunkPaper(blocks);
        for (const { kind, text } of blocks.filter((one) => WHOLE.some((whole) => whole === one.kind)))
          expect([kind, chunks.filter((chunk) => chunk.text.includes(text)).length]).toEqual([kind, 1]);
      }),
    );
  });

  test('name the blocks that they were made from', () => {
    fc.assert(
      fc.property(papers, (blocks) => {
        const body = [...blocks.entries()].filter(([, one]) => isBody(one) && one.kind !== 'footnote');
        const chunks = chunkPaper(blocks);
        for (const [place, one] of body) {
          const holding = chunks.filter(({ firstBlock, lastBlock }) => firstBlock <= place && place <= lastBlock);
          const found = new Set(holding.flatMap(({ text }) => wordsOf(text)));
          expect(wordsOf(one.text).every((word) => found.has(word))).toBe(true);
        }
      }),
    );
  });
});

test('a chunk has the headings of its section and never extends across a heading', () => {
  const blocks = [
    heading(1, 'On Stars'),
    heading(2, 'Abstract'),
    paragraph('We look.'),
    heading(2, '1 Methods'),
    paragraph('We do.'),
    heading(3, '1.1 Tools'),
    paragraph('With these.'),
    heading(2, '2 Results'),
    paragraph('They shine.'),
  ];
  expect(chunkPaper(blocks).map(({ headings, text }) => [headings.join(' > '), text])).toEqual([
    ['On Stars > Abstract', 'We look.'],
    ['On Stars > 1 Methods', 'We do.'],
    ['On Stars > 1 Methods > 1.1 Tools', 'With these.'],
    ['On Stars > 2 Results', 'They shine.'],
  ]);
});

test('a long section becomes chunks of similar length that begin with the last words of the previous chunk', () => {
  const text = sentences(
    'b0w',
    Array.from({ length: 45 }, () => 20),
  );
  const chunks = chunkPaper([heading(2, 'Results'), paragraph(text)]);
  const sizes = chunks.map((chunk) => sizeOf(chunk.text));
  expect(chunks).toHaveLength(3);
  expect(Math.min(...sizes)).toBeGreaterThan(250);
  for (const [index, { text: next }] of chunks.entries()) {
    const before = chunks[index - 1]?.text;
    if (before === undefined) continue;
    const repeated = next.slice(0, next.indexOf('. ') + 1);
    expect(before.endsWith(repeated)).toBe(true);
  }
});

test('the reference list is omitted for any kind of blocks, but not the appendices and footnotes after it', () => {
  const blocks = [
    heading(1, 'On Stars'),
    heading(2, '1. Introduction'),
    block('authors', 'A. Author'),
    paragraph('Stars shine.'),
    heading(2, 'References'),
    block('list_item', 'Author, A. 2001, ApJ, 1, 1'),
    heading(3, 'Data'),
    block('reference', 'Other, B. 2002, ApJ, 2, 2'),
    heading(2, 'Appendix A'),
    paragraph('More shines.'),
    heading(2, 'Bibliography'),
    block('reference', 'Third, C. 2003, ApJ, 3, 3'),
    block('footnote', 'Or nearly so.'),
  ];
  expect(chunkPaper(blocks).map(({ headings, text }) => [headings.join(' > '), text])).toEqual([
    ['On Stars > 1. Introduction', 'Stars shine.'],
    ['On Stars > Appendix A', 'More shines.'],
    ['On Stars > Footnotes', 'Or nearly so.'],
  ]);
});

test('a table keeps its rows, and a long table is split between rows with its header repeated', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => `| star${row} | ${row}.5     | 0.${row} |`).join('\n');
  const table = (count: number): SourceBlock => ({
    kind: 'table',
    text: 'as one line',
    markdown: `<a id="t1"></a>\n\n| name | mass   | error |\n| --- | --- | --- |\n${rows(count)}`,
  });
  const [short] = chunkPaper([table(3)]);
  expect(short?.text).toBe(
    '| name | mass | error |\n| --- | --- | --- |\n| star0 | 0.5 | 0.0 |\n| star1 | 1.5 | 0.1 |\n| star2 | 2.5 | 0.2 |',
  );
  const long = chunkPaper([table(1_000)]);
  expect(long.length).toBeGreaterThan(5);
  for (const { text } of long) {
    expect(text).toMatch(/^\| name \| mass \| error \|\n\| --- \| --- \| --- \|\n\| star/);
    expect(sizeOf(text)).toBeLessThanOrEqual(MAX_WHOLE_WORDS);
  }
  const stars = long.flatMap(({ text }) => text.match(/star\d+/g) ?? []);
  expect(stars).toEqual(Array.from({ length: 1_000 }, (_, row) => `star${row}`));
});

test('text without blanks is split too, and never within a character', () => {
  const text = '星'.repeat(9_000) + '𝛼'.repeat(9_000);
  const chunks = chunkPaper([paragraph(text)]);
  expect(chunks.map((chunk) => chunk.text.replaceAll(/\s/g, '')).join('')).toBe(text);
  for (const chunk of chunks) expect(sizeOf(chunk.text)).toBeLessThanOrEqual(MAX_WORDS);
});
